import NavGeometry

/// What a change of a pager is reported with.
///
/// The destination is an event of the change itself, in its frame 0, since the page is the active
/// one from then on (D-8); what is passed is the motion's progress.
package struct PagerEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The page is active.
    case destination
    /// The indicator has reached the page, and the motion leads on.
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

/// What changed a pager.
package enum PagerCause: Hashable, Sendable {
  /// A command or a tap on a tag.
  case command
  /// A finger.
  case gesture
}

extension PagerState {
  /// What a change is reported with, derived from the models before and after it (D-11).
  ///
  /// A command gives one destination event, also to the page that is active already (D-16); a
  /// gesture gives one if it has led to another page, else none (MBX-9, RK-9, PI-4).
  ///
  /// - Parameters:
  ///   - before: the pager before the command, or before the finger left.
  ///   - cause: what changed it.
  ///   - reportsPassing: whether pages are reported that the motion passes, the last ones of very
  ///     many.
  /// - Returns: the events in their order: frames do not fall, and no page is there twice.
  package func events(
    since before: PagerState,
    by cause: PagerCause,
    reportsPassing: Bool = false
  ) -> [PagerEvent] {
    guard pan == nil, cause == .command || current != before.current else { return [] }
    let destination = PagerEvent(.destination, page: current, frame: 0)
    guard reportsPassing, let motion, motion != before.motion else { return [destination] }
    return [destination] + motion.passing
  }
}

extension PagerMotion {
  /// The pages that the indicator reaches on its way, but for the first and the last (MBX-7).
  ///
  /// Each once, in the first frame in which it is reached; of more than `PagerJump.mostPassed` the
  /// last ones.
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

  /// The pages strictly between the start and the target, those nearest to the target.
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
