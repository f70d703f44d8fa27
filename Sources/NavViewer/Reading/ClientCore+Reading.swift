import NavSync
import NavWire

/// Reading a page as a whole: the scene holds only the visible rows, wrapped.
extension ClientCore {
  /// Requests the text of the front page; `takeReading` returns the result.
  package mutating func readPage(at now: Duration) {
    reading = nil
    pageInquiry = PageInquiry(at: now)
    askForPage(at: now)
  }

  /// Whether a request for a page's text is in progress.
  package var isReading: Bool { pageInquiry != nil }

  /// Returns the result of `readPage`, once.
  package mutating func takeReading() -> PageReading? {
    defer { reading = nil }
    return reading
  }

  /// Sends the next request for the page, if it is due and the connection is live.
  mutating func askForPage(at now: Duration) {
    guard case .live(let attached, _) = connection, var inquiry = pageInquiry,
      inquiry.isDue(at: now)
    else { return }
    let line = inquiry.line
    inquiry.asked(send(.page(.id(attached.session), fromLine: line)), at: now)
    pageInquiry = inquiry
  }

  /// Handles a reply; returns false if the reply is for something else.
  mutating func receivesPage(_ reply: Reply, at now: Duration) -> Bool {
    guard var inquiry = pageInquiry, inquiry.isWaiting(for: reply) else { return false }
    let result = inquiry.receive(reply.body, at: now)
    pageInquiry = result == nil ? inquiry : nil
    guard let result else {
      askForPage(at: now)
      return true
    }
    if let copying {
      self.copying = nil
      finish(copying, with: result, at: now)
    } else {
      reading = result
    }
    return true
  }

  /// Returns the time of the next request, or of giving up copying; nil for none.
  func nextPageWake(at now: Duration) -> Duration? {
    let ask = connection.isLive ? pageInquiry?.nextWake : nil
    return [ask, copying.flatMap { $0.nextWake(at: now) }].compactMap(\.self).min()
  }

  // MARK: Progress

  /// Whether the viewer follows its stream.
  package var isLive: Bool { connection.isLive }

  /// Whether all operations are answered and their effects are in the replica.
  package var isCaughtUp: Bool {
    guard connection.isLive, operations.oldest == nil else { return false }
    return shownVersion >= acceptedVersion
  }

  /// The session version that the replica shows.
  ///
  /// A Beat with the replica's sequence number reports later versions without visible changes.
  package var shownVersion: UInt64 { max(replica?.version ?? 0, beatVersion) }
}
