import NavWire

/// Marks a hosted session as a view of another session besides the shared one.
///
/// It has streams of its own. It is not listed, has no name of its own and is not stored.
struct PrivateView: Hashable, Sendable {
  /// The session that it is a view of.
  let session: UInt64
  let kind: Kind

  enum Kind: Hashable, Sendable {
    /// A copy of the session's place, which shares its content and has page loads, pans and a search of its own. It
    /// belongs to the viewer of a client, who alone may move it.
    case own(ClientID)
    /// The view of all who speak: it shows the shared place, the next slide, the notes and the questions.
    case speaker
  }

  /// The client of the viewer that alone moves it; nil for the speaker's view, whose viewers move the session.
  var owner: ClientID? {
    switch kind {
    case .own(let client): client
    case .speaker: nil
    }
  }
}
