/// With which of its edges a page stands at the viewport's (NC-10).
package enum StackPosition: UInt8, CaseIterable, Hashable, Sendable {
  case left = 1
  case right = 2
}
