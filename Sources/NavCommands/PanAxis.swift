/// The axis on which a pan moves content; decided once, when the pan begins.
///
/// The raw values are sent on the wire.
package enum PanAxis: UInt8, CaseIterable, Hashable, Sendable {
  case horizontal = 1
  case vertical = 2
}
