import NavSystem
package import NavViewer
package import NavWire
import ZeroMQ

extension Endpoints {
  /// Uses encrypted connections to a daemon that has a key.
  ///
  /// - Parameters:
  ///   - server: the daemon's keys, as the user knows them; those that viewers have learned since are added.
  ///   - path: the path of the file of this user's own keys, which are made at the first time.
  /// - Throws: `.notPermitted` if these can't be used.
  package mutating func encrypt(to server: ServerKeys, keysIn path: String) throws(ClientExit) {
    let own = try Self.ownKeys(in: path)
    let keys = try KnownServersFile.read().keys(following: server)
    encryption = Encryption(
      server: keys.first ?? server.current,
      or: Array(keys.dropFirst()),
      secret: PeerKey(own.pair.secretKey)
    )
  }

  /// Returns the key by which daemons know this user as a viewer, which is made at the first time.
  ///
  /// - Parameter path: the path of the file of the keys.
  /// - Returns: the public key.
  /// - Throws: `.notPermitted` if they can't be used.
  package static func ownKey(in path: String) throws(ClientExit) -> PeerKey {
    try ownKeys(in: path).publicKey
  }

  private static func ownKeys(in path: String) throws(ClientExit) -> KeyFile {
    do throws(PrivateFileError) {
      return try KeyFile(path: path, of: "this user as a viewer")
    } catch {
      throw ClientExit(.notPermitted, error.description)
    }
  }

  /// The options of sockets that connect to the daemon.
  func encryptionOptions() throws(ZeroMQError) -> [SocketOption] {
    guard let encryption else { return [] }
    return [try encryption.option]
  }
}

extension Endpoints.Encryption {
  /// The option of a socket that connects to a daemon with the expected key.
  var option: SocketOption {
    get throws(ZeroMQError) {
      .encryption(try CurveKeyPair(secretKey: secret.curve), server: server.curve)
    }
  }
}
