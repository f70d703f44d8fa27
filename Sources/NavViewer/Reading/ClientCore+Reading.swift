import NavSync
import NavWire

/// How a viewer reads a page as a whole: the scene holds only what is seen of it, wrapped.
extension ClientCore {
  /// Asks for the text of the page in front; `takeReading` hands it out when it has come.
  package mutating func readPage(at now: Duration) {
    reading = nil
    pageInquiry = PageInquiry(at: now)
    askForPage(at: now)
  }

  /// Whether the text of a page is on its way.
  package var isReading: Bool { pageInquiry != nil }

  /// What `readPage` has led to, once.
  package mutating func takeReading() -> PageReading? {
    defer { reading = nil }
    return reading
  }

  /// Asks, once the time has come and the daemon is there.
  mutating func askForPage(at now: Duration) {
    guard case .live(let attached, _) = connection, var inquiry = pageInquiry,
      inquiry.isDue(at: now)
    else { return }
    let line = inquiry.line
    inquiry.asked(send(.page(.id(attached.session), fromLine: line)), at: now)
    pageInquiry = inquiry
  }

  /// Takes an answer; false where it is for something else.
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

  /// When to ask again; nil where nothing is asked, or nobody is there.
  func nextPageWake(at now: Duration) -> Duration? {
    let ask = connection.isLive ? pageInquiry?.nextWake : nil
    return [ask, copying.flatMap { $0.nextWake(at: now) }].compactMap(\.self).min()
  }

  // MARK: What was asked for

  /// Whether the viewer follows its stream.
  package var isLive: Bool { connection.isLive }

  /// Whether every operation is answered, and what came of them is in the replica.
  package var isCaughtUp: Bool {
    guard connection.isLive, operations.oldest == nil else { return false }
    return shownVersion >= acceptedVersion
  }

  /// The version of the session that the replica shows.
  ///
  /// A beat that names the replica's number tells of versions in which nothing was to be seen.
  package var shownVersion: UInt64 { max(replica?.version ?? 0, beatVersion) }
}
