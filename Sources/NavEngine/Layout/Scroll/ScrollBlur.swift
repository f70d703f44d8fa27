import NavBase
import NavScene

/// Removes rows from the middle of a motion that is too long, or too fast, to be shown completely.
struct ScrollBlur: Hashable, Sendable {
  /// The number of visible rows.
  let visible: Int
  /// The largest number of rows that may pass without being visible at the end.
  let rowLimit: Int

  /// The number of frames that are kept in the middle.
  private static let frames = 3
  /// The number of frames for the start and for the end, if the motion's own law is too fast or leaves too few.
  private static let startFrames = 8
  private static let endFrames = 12

  /// The largest step in rows from one frame to the next that is still perceived as motion at a start or an end.
  private var longestStep: Int { max(1, visible / 2) }

  /// Returns the rows scrolled away in each frame.
  ///
  /// - Parameter offsets: the complete motion, the last value at rest.
  /// - Returns: the shortened motion; the motion itself if it is short and slow enough.
  func shortened(_ offsets: [Int]) -> [Int] {
    let (start, target) = (offsets[0], offsets[offsets.count - 1])
    let distance = abs(target - start)
    let isSlow =
      abs(offsets[1] - start) <= longestStep
      && abs(target - offsets[offsets.count - 2]) <= longestStep
    // A bounce goes beyond its target and back: it is never shortened.
    guard distance > 2 * visible, distance > rowLimit || !isSlow else { return offsets }
    let share = max(visible, (rowLimit - Self.frames * visible) / 2)
    let head = head(of: offsets, upTo: share, towards: target)
    let left = Limits.frames - Self.frames - head.count
    let tail = tail(of: offsets, from: share, awayFrom: start, frames: left)
    let last = head[head.count - 1]
    // The end may begin before the beginning is over.
    let rest = tail.drop { abs($0 - start) <= abs(last - start) }
    return head + blur(between: last, and: rest.first ?? last) + rest
  }

  /// Returns the beginning, from the first step of the motion on (D-19): at most the given number of rows, with no step
  /// that skips rows; a faster motion has the longest step in each frame.
  private func head(of offsets: [Int], upTo share: Int, towards target: Int) -> [Int] {
    let start = offsets[0]
    if abs(offsets[1] - start) <= longestStep {
      return Array(offsets.prefix { abs($0 - start) <= share }.prefix(Limits.frames / 3))
    }
    let step = (target - start).signum() * longestStep
    let length = min(share, abs(target - start) - visible)
    return (0...min(Self.startFrames, length / longestStep)).map { start + step * $0 }
  }

  /// Returns the end, with the same limits, in at most a number of frames.
  private func tail(
    of offsets: [Int],
    from share: Int,
    awayFrom start: Int,
    frames most: Int
  ) -> [Int] {
    let target = offsets[offsets.count - 1]
    if let bounce = bounce(of: offsets) {
      // Approaches at the largest step allowed near an end, followed by the unchanged bounce.
      let direction = (target - start).signum()
      let length = min(visible, share)
      let count = (length + longestStep - 1) / longestStep
      let approach = (0..<count).map {
        target - direction * min(length, longestStep * (count - $0))
      }
      return approach + bounce
    }
    let tail = Array(
      offsets.reversed().prefix { abs($0 - target) <= share }.prefix(most).reversed()
    )
    let steps = zip(tail, tail.dropFirst()).map { abs($1 - $0) }
    if tail.count > Self.endFrames, (steps.max() ?? 0) <= longestStep { return tail }
    let length = Double((start - target).signum() * min(visible, share))
    let frames = (0...Self.endFrames).map { frame in
      let rest = 1 - Double(frame) / Double(Self.endFrames)
      return target + CellGrid.cells(ofPull: length * rest * rest)
    }
    return frames.filter { $0 != target } + [target]
  }

  /// Returns the part of a motion that goes beyond its target and comes back; nil if there is none.
  private func bounce(of offsets: [Int]) -> [Int]? {
    let (start, target) = (offsets[0], offsets[offsets.count - 1])
    let isDown = target > start
    guard let beyond = offsets.firstIndex(where: { isDown ? $0 > target : $0 < target }) else {
      return nil
    }
    return Array(offsets[beyond...])
  }

  /// Returns evenly spaced frames between two offsets.
  private func blur(between first: Int, and last: Int) -> [Int] {
    let count = min(Self.frames, abs(last - first) / max(1, visible))
    return (0..<count).map { first + (last - first) * ($0 + 1) / (count + 1) }
  }
}

extension PageBody {
  /// The largest number of rows that may pass in a motion, so that its timeline stays small (proto/README.md: Timelines).
  package var blurredRowLimit: Int { Self.bytesInMotion / (content.width + Self.bytesAboveText) }

  /// The most bytes of all rows in a motion, and the overhead of a row beyond its text.
  private static var bytesInMotion: Int { 48 << 10 }
  private static var bytesAboveText: Int { 16 }
}
