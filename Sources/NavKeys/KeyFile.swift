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
    let file = PrivateFile(path: path)
    do {
      if try file.read() == nil {
        let secret = PeerKey(try CurveKeyPair().secretKey)
        let text =
          "# The secret key of \(owner): whoever has it can pretend to be that.\n\(secret)\n"
        // Another process may have made it meanwhile.
        _ = try file.create(Array(text.utf8))
      }
      guard let bytes = try file.read(), let secret = Self.key(in: bytes) else {
        throw PrivateFileError("\(path): holds no key; remove it, and a new one is made")
      }
      self.path = path
      pair = try CurveKeyPair(secretKey: secret.curve)
    } catch let error as PrivateFileError {
      throw error
    } catch {
      throw PrivateFileError("\(path): \(error)")
    }
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
