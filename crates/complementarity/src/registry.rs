/// Declares a registry of methods: an enum, the list of its variants, and a row of data for each. A new method is one row.
#[doc(hidden)]
#[macro_export]
macro_rules! registry {
    ($(#[$about:meta])* $registry:ident of $Row:ident, unknown: $unknown:literal; $($(#[$doc:meta])* $Method:ident = $row:expr;)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $registry {
            $($(#[$doc])* $Method,)+
        }

        impl $registry {
            /// Every method that `--method` takes, in the order it is listed.
            pub const ALL: [Self; [$(stringify!($Method)),+].len()] = [$(Self::$Method),+];

            /// What the registry holds of it.
            pub(crate) fn row(self) -> &'static $Row {
                match self {
                    $(Self::$Method => {
                        const ROW: $Row = $row;
                        &ROW
                    })+
                }
            }

            /// The method's name in files and on the command line.
            pub fn name(self) -> &'static str {
                self.row().name
            }

            /// One line on what it is and what it may claim.
            pub fn description(self) -> &'static str {
                self.row().description
            }
        }

        impl std::fmt::Display for $registry {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// A name that is not in the registry.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct UnknownMethod(pub String);

        impl std::fmt::Display for UnknownMethod {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let names: Vec<_> = $registry::ALL.iter().map(|method| method.name()).collect();
                write!(f, concat!($unknown, "; expected one of {}"), self.0, names.join(", "))
            }
        }

        impl std::error::Error for UnknownMethod {}

        impl std::str::FromStr for $registry {
            type Err = UnknownMethod;
            fn from_str(name: &str) -> Result<Self, UnknownMethod> {
                Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| UnknownMethod(name.to_owned()))
            }
        }
    };
}
