/// How fingers move rows, a pager or a stack, as of a scroll view (SV-1).
package struct ScrollSwitches: Hashable, Sendable {
  /// Whether content follows a finger beyond its ends and springs back.
  package var bounces = true
  /// Whether a finger moves the content; keys and commands always do.
  package var isEnabled = true
  /// Whether rows that overflow have a scroll bar.
  package var showsIndicators = true

  package init() {}
}
