import CZeroMQ

/// A public or a secret key of CURVE, the encryption of TCP connections: 32 bytes.
public struct CurveKey: Hashable, Sendable {
  /// The number of bytes of a key.
  public static let byteCount = 32
  /// The length of a key's text.
  static let textLength = 40

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Creates a key of 32 bytes; nil for any other number.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads a key as libzmq writes it, 40 characters of Z85.
  init?(z85 text: [CChar]) {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    guard zmq_z85_decode(&bytes, text) != nil else { return nil }
    self.bytes = bytes
  }

  /// The key as libzmq reads it, with a final NUL.
  var z85: [CChar] {
    var text = [CChar](repeating: 0, count: Self.textLength + 1)
    _ = zmq_z85_encode(&text, bytes, bytes.count)
    return text
  }
}

/// The two keys of one end of CURVE connections.
public struct CurveKeyPair: Hashable, Sendable {
  /// The key that others may know.
  public let publicKey: CurveKey
  /// The key that nobody else may know.
  public let secretKey: CurveKey

  /// Makes a new pair from the system's random numbers.
  /// - Throws: `.other(ENOTSUP)` if libzmq was built without encryption.
  public init() throws(ZeroMQError) {
    var publicText = [CChar](repeating: 0, count: CurveKey.textLength + 1)
    var secretText = publicText
    try checked(.makeKeys) { zmq_curve_keypair(&publicText, &secretText) }
    guard let publicKey = CurveKey(z85: publicText), let secretKey = CurveKey(z85: secretText)
    else {
      throw ZeroMQError(.invalidArgument, .makeKeys)
    }
    self.publicKey = publicKey
    self.secretKey = secretKey
  }

  /// Creates the pair of a secret key, whose public key follows from it.
  /// - Throws: `.other(ENOTSUP)` if libzmq was built without encryption.
  public init(secretKey: CurveKey) throws(ZeroMQError) {
    var text = [CChar](repeating: 0, count: CurveKey.textLength + 1)
    try checked(.makeKeys) { zmq_curve_public(&text, secretKey.z85) }
    guard let publicKey = CurveKey(z85: text) else {
      throw ZeroMQError(.invalidArgument, .makeKeys)
    }
    self.publicKey = publicKey
    self.secretKey = secretKey
  }
}
