/// The edge at which a page is aligned with the viewport (NC-10).
package enum StackPosition: UInt8, CaseIterable, Hashable, Sendable {
  case left = 1
  case right = 2
}
