/// The axis on which a pan moves content; decided once, when it begins.
///
/// Raw values travel on the wire.
package enum PanAxis: UInt8, CaseIterable, Hashable, Sendable {
  case horizontal = 1
  case vertical = 2
}
