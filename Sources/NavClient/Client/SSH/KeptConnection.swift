import NavBase
import NavSystem
import NavWire

/// A connection of ssh that outlives a command, for the next one: that of the user's configuration, else one of navclient's
/// own.
struct KeptConnection: Hashable, Sendable {
  /// The path of the socket by which it is controlled.
  let control: String
  /// Whether ssh makes it by the user's configuration.
  let isConfigured: Bool

  /// How long navclient's own one waits for a command, in seconds.
  static let lifetime = 60

  /// Returns nil where none is to be kept: where the configuration has ssh ask, or shares connections in part, and where
  /// there is no place for the socket.
  ///
  /// - Parameters:
  ///   - output: the standard output of `SSHCommands.configuration`.
  ///   - address: the machine.
  ///   - directory: the directory of the socket; nil for none.
  init?(configuration output: [UInt8], to address: SSHAddress, in directory: String?) {
    var values: [Substring: Substring] = [:]
    for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { values[words[0]] = words[1] }
    }
    let master = values["controlmaster"]
    if let path = values["controlpath"], path != "none" {
      guard RemoteDaemon.isPlain(String(path)), master == "auto" || master == "true" else {
        return nil
      }
      (control, isConfigured) = (String(path), true)
    } else {
      guard let directory, RemoteDaemon.isPlain(directory), master == "false" else { return nil }
      let name = ContentHash(of: Array(address.description.utf8)).description.prefix(16)
      (control, isConfigured) = ("\(directory)/navclient-ssh-\(name)", false)
      guard TunnelDirectory.isShort(control) else { return nil }
    }
  }
}
