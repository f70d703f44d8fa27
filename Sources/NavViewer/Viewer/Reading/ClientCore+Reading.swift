import NavScene
import NavWire

/// Reading a page as a whole: the scene holds only the visible rows, wrapped.
extension ClientCore {
  /// Requests the text of the front page; `takeReading` returns the result.
  package mutating func readPage(at now: Duration) {
    reader.start(at: now)
    sendPageRequest(at: now)
  }

  /// Whether a request for a page's text is in progress.
  package var isReading: Bool { reader.isReading }

  /// Returns the result of `readPage`, once.
  package mutating func takeReading() -> PageReading? { reader.takeResult() }

  /// Sends the next request for the page, if it is due and the connection is live.
  mutating func sendPageRequest(at now: Duration) {
    guard case .live(let attached, _) = connection, let line = reader.dueLine(at: now) else {
      return
    }
    reader.sent(as: outbox.send(.page(.id(attached.session), fromLine: line)), at: now)
  }

  /// Handles a reply; returns false if it is for something else.
  mutating func receiveForPage(_ reply: Reply, at now: Duration) -> Bool {
    switch reader.receive(reply, at: now) {
    case .incomplete: sendPageRequest(at: now)
    case .finished: break
    case .copied(let request, let reading): finish(request, with: reading, at: now)
    case nil: return false
    }
    return true
  }
}
