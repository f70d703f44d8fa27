import ArgumentParser
import NavBase
import NavWire

extension ServerOption {
  /// The machine whose daemon is reached through ssh; nil for any other daemon.
  var machine: SSHAddress? {
    get throws {
      guard let text = server ?? Self.variable("NAVD_SERVER"), SSHAddress.isMeant(by: text) else {
        return nil
      }
      guard let address = SSHAddress(text) else {
        let origin = server == nil ? "NAVD_SERVER" : "--server"
        throw ValidationError("\(origin) is '\(sanitized(text))': write \(SSHAddress.form)")
      }
      guard key == nil else {
        throw ValidationError("--key is about tcp://: ssh has keys of its own, leave it out")
      }
      return address
    }
  }
}
