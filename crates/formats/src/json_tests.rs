use super::{Content, parse};

fn fault(text: &str) -> String {
    let fault = parse(text).unwrap_err();
    format!("{}: {}", fault.offset, fault.error)
}

#[test]
fn values_keep_their_place() {
    let value = parse(" {\"a\": [1, -2.5e3], \"b\": \"x\\n\\u00e9\\ud83d\\ude00\", \"c\": [null, true]}").unwrap();
    assert_eq!(value.offset, 1);
    assert_eq!(value.locate(&["a".into(), 1.into()]), 11);
    assert_eq!(value.locate(&["a".into(), 7.into()]), 7, "the list itself stands in for a missing entry");
    let Content::Object(members) = &value.content else { panic!("not an object") };
    assert!(matches!(&members[1].1.content, Content::Text(text) if text == "x\né😀"));
}

#[test]
fn faults_name_the_place_and_the_field() {
    assert_eq!(fault(""), "0: expected a value, found the end of the file");
    assert_eq!(fault("{\"matrix\": [[1, 2], [3"), "22: matrix[1]: expected ',' or ']', found the end of the file");
    assert_eq!(
        fault("{\"matrix\": [1, nan]}"),
        "15: matrix[1]: expected a value (numbers are finite in JSON), found nan"
    );
    assert_eq!(fault("{\"a\": 01}"), "6: a: expected a number without leading zeros");
    assert_eq!(fault("{\"a\": 1, \"a\": 2}"), "9: a: expected each field once, found it again");
    assert_eq!(fault("{\"a\": \"x"), "6: a: expected a closing '\"', found the end of the file");
    assert_eq!(fault("[1] 2"), "4: expected the end of the file, found '2'");
    assert_eq!(fault("[\"\\ud800\"]"), "2: [0]: expected an escape of JSON such as \\n or \\u00e9");
    assert_eq!(fault("[1,]"), "3: [1]: expected a value, found ']'");
    assert_eq!(fault("{1: 2}"), "1: expected a field name in double quotes, found '1'");
    assert_eq!(fault("[-]"), "2: [0]: expected a digit, found ']'");
}

#[test]
fn nesting_is_limited() {
    let deep = "[".repeat(1_000_000);
    assert!(fault(&deep).contains("expected at most 64 levels of nesting"));
    assert!(parse(&format!("{}{}", "[".repeat(64), "]".repeat(64))).is_ok());
}
