/// The rule by which viewers may point at places of a session (proto/README.md: Pointers).
package enum PointerRule: String, CaseIterable, Hashable, Sendable {
  /// Those who may move the session.
  case driver
  /// All but those who only watch.
  case all
  /// Nobody.
  case nobody = "none"
}
