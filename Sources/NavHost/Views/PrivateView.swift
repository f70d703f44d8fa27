import NavWire

/// Marks a hosted session as the private view of a viewer: a copy of another session's place, which shares its content.
///
/// It has streams, page loads, pans and a search of its own. It is not listed, has no name of its own and is not stored.
struct PrivateView: Hashable, Sendable {
  /// The session that it is a view of.
  let session: UInt64
  /// The client of the viewer to whom it belongs, and who alone may move it.
  let owner: ClientID
}
