/// An optional value of a JSON object whose key is always there: nil is encoded as null.
///
/// A synthesized `encode(to:)` leaves out the keys of other optional properties that are nil.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  // Written by hand, because a nil value must be encoded as null, not left out.
  func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}
