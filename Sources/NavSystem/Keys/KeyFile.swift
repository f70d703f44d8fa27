package import NavWire
package import ZeroMQ

/// The keys of one end of encrypted connections, and the file that keeps them (proto/README.md: Encryption).
///
/// The file holds the secret key, the text of a `PeerKey`, in a line of its own; lines that begin with `#` are comments.
package struct KeyFile: Hashable, Sendable {
  package let path: String
  package let pair: CurveKeyPair

  /// The key that others know.
  package var publicKey: PeerKey { PeerKey(pair.publicKey) }

  /// Reads the keys, and makes them if there is no file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - owner: whose keys they are, for the comment in the file.
  /// - Throws: if the file can't be read or made, if others may read it, or if it holds no key.
  package init(path: String, of owner: String) throws(PrivateFileError) {
    // Another process may make it meanwhile.
    if try Self(existingAt: path) == nil { _ = try Self.make(path: path, of: owner) }
    guard let file = try Self(existingAt: path) else {
      throw PrivateFileError("\(path): was removed just now; try again")
    }
    self = file
  }

  /// Reads the keys; nil if there is no file.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: if the file can't be read, if others may read it, or if it holds no key.
  package init?(existingAt path: String) throws(PrivateFileError) {
    guard let bytes = try PrivateFile(path: path).read() else { return nil }
    guard let secret = Self.key(in: bytes) else {
      throw PrivateFileError("\(path): holds no key; remove it, and a new one is made")
    }
    self.path = path
    do throws(ZeroMQError) {
      pair = try CurveKeyPair(secretKey: secret.curve)
    } catch {
      throw PrivateFileError("\(path): \(error)")
    }
  }

  /// Makes a file with new keys.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - owner: whose keys they are, for the comment in the file.
  /// - Returns: false if there is a file already, which stays as it is.
  /// - Throws: if it can't be made.
  package static func make(path: String, of owner: String) throws(PrivateFileError) -> Bool {
    let secret: PeerKey
    do throws(ZeroMQError) {
      secret = PeerKey(try CurveKeyPair().secretKey)
    } catch {
      throw PrivateFileError("\(path): \(error)")
    }
    let text = "# The secret key of \(owner): whoever has it can pretend to be that.\n\(secret)\n"
    return try PrivateFile(path: path).create(Array(text.utf8))
  }

  private static func key(in bytes: [UInt8]) -> PeerKey? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    return lines.count == 1 ? lines.first.flatMap { PeerKey($0) } : nil
  }
}

extension PeerKey {
  package init(_ key: CurveKey) {
    guard let own = PeerKey(key.bytes) else {
      preconditionFailure("cannot use a key of another size")
    }
    self = own
  }

  /// The key as the transport takes it.
  package var curve: CurveKey {
    guard let key = CurveKey(bytes) else { preconditionFailure("cannot use a key of another size") }
    return key
  }
}
