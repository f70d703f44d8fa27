import NavBase

/// An event that reports a change of a pager.
///
/// The destination is reported with the change itself, in frame 0, because the page is active from then on (D-8); pages
/// that the motion passes are reported as its progress.
package struct PagerEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The page became active.
    case destination
    /// The indicator passed the page and moves on.
    case passing
  }

  package let kind: Kind
  package let page: Int
  /// The frame of the motion; 0 without one.
  package let frame: Int

  package init(_ kind: Kind, page: Int, frame: Int) {
    self.kind = kind
    self.page = page
    self.frame = frame
  }
}

/// The cause of a pager's change.
package enum PagerCause: Hashable, Sendable {
  /// A command or a tap on a tag.
  case command
  /// A pan.
  case gesture
}

extension PagerState {
  /// Returns the events of a change, derived from the states before and after it (D-11).
  ///
  /// A command gives one destination event, even for the page that is already active (D-16); a gesture gives one if it
  /// led to another page, else none (MBX-9, RK-9, PI-4).
  ///
  /// - Parameters:
  ///   - before: the pager before the command, or before the end of the pan.
  ///   - cause: the cause of the change.
  package func events(since before: PagerState, by cause: PagerCause) -> [PagerEvent] {
    guard pan == nil, cause == .command || current != before.current else { return [] }
    return [PagerEvent(.destination, page: current, frame: 0)]
  }
}

extension PagerMotion {
  /// The pages that the indicator passes, without the first and the last (MBX-7).
  ///
  /// Each page once, in the first frame that reaches it; of more than `PagerJump.mostPassed` the last ones.
  package var passing: [PagerEvent] {
    let pages = passedPages
    var events: [PagerEvent] = []
    var next = pages.startIndex
    for frame in 0...length {
      let index = index(atFrame: frame)
      while next < pages.endIndex,
        isForward ? index >= Double(pages[next]) : index <= Double(pages[next])
      {
        events.append(PagerEvent(.passing, page: pages[next], frame: frame))
        next += 1
      }
    }
    return events
  }

  private var isForward: Bool { indices.target >= indices.start }

  /// The pages strictly between the start and the target, limited to those nearest to the target.
  private var passedPages: [Int] {
    let page = target
    let most = PagerJump.mostPassed
    if isForward {
      let first = Int(indices.start.rounded(.down)) + 1
      return first < page ? Array(max(first, page - most)..<page) : []
    }
    let first = Int(indices.start.rounded(.up)) - 1
    return first > page ? (page + 1...min(first, page + most)).reversed() : []
  }
}
