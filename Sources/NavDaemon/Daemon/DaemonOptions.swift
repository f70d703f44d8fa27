import NavSystem
package import NavWire

/// The options with which a daemon is started.
package struct DaemonOptions: Sendable {
  package var endpoints: Endpoints
  package var configuration: Configuration
  /// The source of the configuration, for a reload.
  package var source: ConfigurationSource
  /// The TCP address at which it listens besides its directory; nil for none.
  package var listen: Listening?
  /// The path of the file `authorized_keys`; nil if the user has no directory for one.
  package var authorizedKeys: String?
  /// Whether peers of a network may have files of this machine shown.
  package var opensRemotePaths: Bool

  /// - Parameters:
  ///   - endpoints: the ipc endpoints.
  ///   - configuration: the configuration that `source` gave.
  ///   - source: the source of the configuration, for a reload.
  ///   - listen: the TCP address at which it listens besides its directory; nil for none.
  ///   - authorizedKeys: the path of the file `authorized_keys`; nil if the user has no directory for one.
  ///   - opensRemotePaths: whether peers of a network may have files of this machine shown.
  package init(
    endpoints: Endpoints,
    configuration: Configuration,
    source: ConfigurationSource,
    listen: Listening? = nil,
    authorizedKeys: String? = nil,
    opensRemotePaths: Bool = false
  ) {
    self.endpoints = endpoints
    self.configuration = configuration
    self.source = source
    self.listen = listen
    self.authorizedKeys = authorizedKeys
    self.opensRemotePaths = opensRemotePaths
  }

  /// A TCP address where a daemon listens.
  package struct Listening: Hashable, Sendable {
    package let address: TCPAddress
    /// Whether connections are encrypted, and only those who have an authorised key may do anything.
    package let isEncrypted: Bool
  }

  /// Parses the address that the command line gives for TCP.
  ///
  /// - Parameters:
  ///   - text: the value of `--listen`; nil without it.
  ///   - isInsecure: whether `--insecure` is given: without encryption, for everybody who can connect.
  /// - Returns: the address; nil without one.
  /// - Throws: if the address is invalid, or `--insecure` is given without one.
  package static func listen(
    at text: String?,
    isInsecure: Bool
  ) throws(DaemonError) -> Listening? {
    guard let text else {
      guard !isInsecure else {
        throw DaemonError(.usage, "--insecure is about --listen: give both or none")
      }
      return nil
    }
    guard let address = TCPAddress(text) else {
      throw DaemonError(.usage, "can't listen at '\(text)': write \(TCPAddress.form)")
    }
    return Listening(address: address, isEncrypted: !isInsecure)
  }
}

extension DaemonOptions {
  /// Returns the keys of encrypted TCP connections, and makes this daemon's keys at the first time.
  ///
  /// - Parameter directory: the directory of the state, where the keys are kept.
  /// - Returns: the keys; nil without such connections.
  /// - Throws: if the keys can't be used.
  func credentials(keptIn directory: String) throws(DaemonError) -> PeerAccess.Credentials? {
    guard listen?.isEncrypted == true else { return nil }
    guard let authorizedKeys else {
      throw DaemonError(
        .usage,
        "neither XDG_CONFIG_HOME nor HOME is set: navd can't look for authorized_keys"
      )
    }
    return PeerAccess.Credentials(
      keys: try ServerKeysWatch(in: directory),
      authorized: try AuthorizedKeysWatch(path: authorizedKeys)
    )
  }

  /// A step of replacing the key by which a daemon is known over TCP.
  package enum KeyStep: Hashable, Sendable {
    /// None: the keys are read, and made at the first time.
    case none
    /// The next key is made.
    case rotate
    /// The next key becomes the current one.
    case switchToNext
  }

  /// Returns the keys by which a daemon is known over TCP, after a step of replacing them.
  ///
  /// - Parameters:
  ///   - directory: the directory of the daemon's state.
  ///   - step: the step.
  /// - Returns: the public keys, and when the next one was made, in seconds since 1970.
  /// - Throws: if the keys can't be used, or the step is not possible now.
  package static func serverKeys(
    keptIn directory: String,
    _ step: KeyStep
  ) throws(DaemonError) -> (keys: ServerKeys, nextMadeAt: Int64?) {
    do throws(PrivateFileError) {
      let files =
        switch step {
        case .none: try ServerKeyFiles(in: directory)
        case .rotate: try ServerKeyFiles.rotate(in: directory)
        case .switchToNext: try ServerKeyFiles.switchToNext(in: directory)
        }
      return (files.publicKeys, files.nextMadeAt)
    } catch {
      throw DaemonError(error)
    }
  }
}
