import NavGeometry

/// Takes rows out of the middle of a way that is too long, or too fast, to be shown whole.
struct ScrollBlur: Hashable, Sendable {
  /// How many rows are in view.
  let visible: Int
  /// How many rows may go by that are not in view at the end.
  let rowLimit: Int

  /// The frames of the middle that are kept.
  private static let frames = 3
  /// The frames in which rows get under way, or come to rest, whose own law leaves too few.
  private static let startFrames = 8
  private static let endFrames = 12

  /// The rows of one frame to the next by which a start or an end is still a motion.
  private var longestStep: Int { max(1, visible / 2) }

  /// The rows scrolled away in each frame.
  ///
  /// - Parameter way: the same without any limit, the last one at rest.
  /// - Returns: the way itself where it is short and slow enough.
  func way(_ way: [Int]) -> [Int] {
    let (start, target) = (way[0], way[way.count - 1])
    let distance = abs(target - start)
    let isSlow =
      abs(way[1] - start) <= longestStep && abs(target - way[way.count - 2]) <= longestStep
    // A bounce goes beyond its target and back: it is as long as it is.
    guard distance > 2 * visible, distance > rowLimit || !isSlow else { return way }
    let share = max(visible, (rowLimit - Self.frames * visible) / 2)
    let head = head(of: way, upTo: share, towards: target)
    let tail = tail(of: way, from: share, awayFrom: start)
    guard let last = head.last, let first = tail.first, abs(first - last) > longestStep else {
      return way
    }
    return head + blur(between: last, and: first) + tail
  }

  /// The beginning: so many rows at the most, with no step that passes over rows.
  private func head(of way: [Int], upTo share: Int, towards target: Int) -> [Int] {
    let start = way[0]
    let head = Array(way.prefix { abs($0 - start) <= share })
    let steps = zip(head, head.dropFirst()).map { abs($1 - $0) }
    if head.count > Self.startFrames, (steps.max() ?? 0) <= longestStep { return head }
    let length = Double((target - start).signum() * min(visible, share))
    return (0...Self.startFrames).map { frame in
      let time = Double(frame) / Double(Self.startFrames)
      return start + CellGrid.cells(ofPull: length * time * time)
    }
  }

  /// The end, likewise.
  private func tail(of way: [Int], from share: Int, awayFrom start: Int) -> [Int] {
    let target = way[way.count - 1]
    if let bounce = bounce(of: way) {
      // As fast as rows may go near an end, then the bounce as it is.
      let direction = (target - start).signum()
      let length = min(visible, share)
      let count = (length + longestStep - 1) / longestStep
      let approach = (0..<count).map {
        target - direction * min(length, longestStep * (count - $0))
      }
      return approach + bounce
    }
    let tail = Array(way.reversed().prefix { abs($0 - target) <= share }.reversed())
    let steps = zip(tail, tail.dropFirst()).map { abs($1 - $0) }
    if tail.count > Self.endFrames, (steps.max() ?? 0) <= longestStep { return tail }
    let length = Double((start - target).signum() * min(visible, share))
    return (0...Self.endFrames).map { frame in
      let rest = 1 - Double(frame) / Double(Self.endFrames)
      return target + CellGrid.cells(ofPull: length * rest * rest)
    }
  }

  /// The part of a way that goes beyond its target and comes back; nil where it does not.
  private func bounce(of way: [Int]) -> [Int]? {
    let (start, target) = (way[0], way[way.count - 1])
    let isDown = target > start
    guard let beyond = way.firstIndex(where: { isDown ? $0 > target : $0 < target }) else {
      return nil
    }
    return Array(way[beyond...])
  }

  /// The frames between, as far apart from one another.
  private func blur(between first: Int, and last: Int) -> [Int] {
    let count = min(Self.frames, abs(last - first) / max(1, visible))
    return (0..<count).map { first + (last - first) * ($0 + 1) / (count + 1) }
  }
}

extension PageBody {
  /// How many rows may go by on a way, so that a timeline of them stays small (protocol.md:
  /// Timelines).
  package var blurredRowLimit: Int { Self.bytesOnTheWay / (content.width + Self.bytesAboveText) }

  /// What the rows on a way may cost together, and what each costs above its text.
  private static var bytesOnTheWay: Int { 48 << 10 }
  private static var bytesAboveText: Int { 16 }
}
