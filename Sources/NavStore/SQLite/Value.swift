/// A value of a statement's parameter.
package enum Value: Hashable, Sendable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])
}
