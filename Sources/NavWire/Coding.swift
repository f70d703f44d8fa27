package import SwiftProtobuf

/// Serializes a message.
///
/// This never fails, because the protocol's messages contain only scalars, texts and messages.
package func serialized(_ message: some Message) -> [UInt8] {
  do {
    return try message.serializedBytes()
  } catch {
    preconditionFailure("cannot write a message: \(error)")
  }
}

/// Parses a message.
///
/// - Throws: `WireError` for malformed bytes.
package func parsed<M: Message>(_ bytes: [UInt8]) throws(WireError) -> M {
  do {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 16
    return try M(serializedBytes: bytes, options: options)
  } catch {
    throw WireError("bytes that are no message: \(error)")
  }
}

/// Converts bytes to the collection type of a generated message.
package func bytes<Bytes: RangeReplaceableCollection<UInt8>>(_ array: [UInt8]) -> Bytes {
  Bytes(array)
}
