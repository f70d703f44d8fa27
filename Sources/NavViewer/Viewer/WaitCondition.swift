package import NavBase
package import NavWire

extension Request.Wait.Condition {
  /// Creates the wait for a condition of a script; nil for one that is looked at without a wait.
  ///
  /// - Parameter size: the size of the terminal in which a text is searched for.
  package init?(_ condition: ScriptCondition, in size: CellSize = .standardTerminal) {
    switch condition {
    case .settled: self = .settled(version: 0)
    case .page(let title): self = .page(title)
    case .text(let text): self = .text(text, size)
    case .viewers(let count): self = .viewers(count)
    case .version(let version): self = .version(version)
    case .place: return nil
    }
  }

  /// The condition in words, to follow "waiting for".
  package var inWords: String {
    switch self {
    case .settled: "the session to settle"
    case .version(let version): "version \(version)"
    case .page(let title): "page \"\(title)\""
    case .text(let text, _): "text \"\(text)\""
    case .viewers(1): "1 viewer"
    case .viewers(let count): "\(count) viewers"
    }
  }

  /// Returns the contradicting state; nil if a status does not show it.
  package func contradiction(in status: Reply.Status) -> String? {
    let session = status.session
    switch self {
    case .settled: return status.isSettled ? nil : "it still moves"
    case .page, .text: return "the page is \"\(session.title)\" (\(session.page)/\(session.pages))"
    case .version: return "the version is \(session.version)"
    case .viewers:
      return session.viewers == 1 ? "there is 1 viewer" : "there are \(session.viewers) viewers"
    }
  }
}
