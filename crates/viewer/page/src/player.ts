// Time: what is shown now, and how it goes on.

import type { Recording } from "./recording";

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Player {
  playing = false;
  speed = 1;
  time = 0;
  /** Whether the end is followed as it grows. */
  live = false;
  onChange: () => void = () => {};
  private recordings: Recording[] = [];
  private index = 0;

  show(recordings: Recording[], keepTime: boolean): void {
    this.recordings = recordings;
    if (keepTime) this.seekTime(this.time);
    else this.seek(0);
  }

  get first(): Recording {
    return this.recordings[0];
  }

  get start(): number {
    return this.first.start;
  }

  get end(): number {
    return Math.max(...this.recordings.map((recording) => recording.end));
  }

  /** The frame of the first recording. */
  get frame(): number {
    return this.index;
  }

  /** The frame of each recording. */
  get frames(): number[] {
    return this.recordings.map((recording, place) => (place === 0 ? this.index : recording.indexAt(this.time + 1e-9)));
  }

  seek(index: number): void {
    this.index = Math.max(0, Math.min(this.first.count - 1, Math.round(index)));
    this.time = this.first.time(this.index);
    this.changed();
  }

  seekTime(time: number): void {
    this.time = Math.max(this.start, Math.min(this.end, time));
    this.index = this.first.indexAt(this.time);
    this.changed();
  }

  private changed(): void {
    if (!this.playing) void this.first.refine(this.index);
    this.onChange();
  }

  toggle(): void {
    if (!this.playing && this.time >= this.end - 1e-9) this.seek(0);
    this.playing = !this.playing;
    this.live = false;
    this.changed();
  }

  pause(): void {
    this.playing = false;
    this.live = false;
  }

  step(by: number): void {
    this.pause();
    this.seek(this.index + by);
  }

  faster(by: number): void {
    const place = SPEEDS.reduce((best, speed, index) => (Math.abs(speed - this.speed) < Math.abs(SPEEDS[best] - this.speed) ? index : best), 0);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place + by))];
    this.onChange();
  }

  /** Lets so many seconds of the clock pass. */
  advance(seconds: number): void {
    if (this.live) {
      if (this.time < this.end) this.seekTime(this.end);
      return;
    }
    if (!this.playing) return;
    this.seekTime(this.time + seconds * this.speed);
    if (this.time >= this.end) this.pause();
  }
}
