/// Moves a value out of its storage, so that changing it copies nothing.
package func exchange<Value>(_ place: inout Value, for other: Value) -> Value {
  var value = other
  swap(&place, &value)
  return value
}
