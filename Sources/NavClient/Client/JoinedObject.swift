/// One JSON object with the keys of two values.
struct JoinedObject<First: Encodable, Second: Encodable>: Encodable {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func encode(to encoder: any Encoder) throws {
    // Both write their keys into the encoder's only object.
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}
