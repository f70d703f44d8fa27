/// A viewer's own part in the control of its session.
struct OwnControl: Hashable, Sendable {
  /// The viewer's name in the session; empty if the daemon has given it none.
  var name = ""
  /// Whether the viewer only watches.
  var isReadOnly = false
  /// Whether the viewer asks for control.
  var hasAsked = false
}
