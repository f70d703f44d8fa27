/// The addresses of a user's daemon: two sockets in a directory that only this user may access (proto/README.md:
/// Endpoints).
package struct Endpoints: Hashable, Sendable {
  /// The directory of the sockets.
  package let directory: String
  /// For a client: the machine whose daemon is reached through ssh; nil for none.
  ///
  /// `directory` is then that of its forwarded sockets on this machine, and empty before they are forwarded.
  package let ssh: SSHAddress?
  /// For a client: the TCP address of the daemon to use instead.
  package var server: TCPAddress?
  /// For a client: further addresses of that daemon, an earlier one is preferred; also those at which it does not answer
  /// now, but may on another network.
  package var alternatives: [TCPAddress] = []
  /// For a client: the encryption of the connections to that address; nil for none.
  package var encryption: Encryption?
  /// For a client: the invitation that it shows there; nil for none.
  package var credential: Credential?

  package init(directory: String) {
    self.directory = directory
    ssh = nil
  }

  /// Uses the daemon of another machine, through ssh.
  ///
  /// - Parameters:
  ///   - ssh: the machine.
  ///   - directory: the directory of the forwarded sockets on this machine; empty before they are forwarded.
  package init(through ssh: SSHAddress, forwardedTo directory: String = "") {
    self.directory = directory
    self.ssh = ssh
  }

  /// Uses `$XDG_RUNTIME_DIR/navd`, or `/tmp/navd-UID` if that variable is not set.
  ///
  /// - Parameters:
  ///   - runtimeDirectory: the value of `XDG_RUNTIME_DIR`; a relative path is ignored, as required by the XDG base
  ///     directory specification.
  ///   - user: the user's numeric id.
  package init(runtimeDirectory: String?, user: UInt32) {
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      var base = runtimeDirectory[...]
      while base.count > 1, base.hasSuffix("/") { base.removeLast() }
      directory = base + "/navd"
    } else {
      directory = "/tmp/navd-\(user)"
    }
    ssh = nil
  }

  /// Uses the daemon at the first of these addresses at which it answers.
  package mutating func use(_ addresses: [TCPAddress]) {
    server = addresses.first
    alternatives = Array(addresses.dropFirst())
  }

  /// The same at each address of its own, an earlier one is preferred.
  package var candidates: [Endpoints] {
    guard let server else { return [self] }
    return ([server] + alternatives).map { address in
      var endpoints = self
      endpoints.use([address])
      return endpoints
    }
  }

  /// Whether the daemon is on another machine, and its sockets are not forwarded yet.
  package var needsForwarding: Bool { ssh != nil && directory.isEmpty }

  /// Whether the daemon may be on another machine than the client, so that it does not have its files.
  package var isRemote: Bool { server != nil || ssh != nil }

  /// The address that a client connects to for requests.
  package var input: String {
    server.map { "tcp://\($0.host):\($0.port)" } ?? "ipc://\(inputPath)"
  }

  /// The address that a client connects to for scenes.
  package var layout: String {
    server.map { "tcp://\($0.host):\($0.layoutPort)" } ?? "ipc://\(layoutPath)"
  }

  /// The time without a reply before a request is first repeated (proto/README.md: Input, exactly once).
  package var firstPause: Duration {
    server == nil && ssh == nil ? .milliseconds(250) : .milliseconds(2_500)
  }

  /// The additional time for an answer while the connection is made: an encrypted one over TCP takes five round trips
  /// before the first request.
  package var connectionAllowance: Duration {
    server == nil && ssh == nil ? .zero : .seconds(10)
  }

  package var inputPath: String { directory + "/input" }
  package var layoutPath: String { directory + "/layout" }
}

extension Endpoints {
  /// The keys of encrypted connections.
  package struct Encryption: Hashable, Sendable {
    /// The key that is expected of the daemon.
    package let server: PeerKey
    /// Further keys that it may have, because its key is being replaced: tried in this order; no other one is talked to.
    package let others: [PeerKey]
    /// The client's own secret key.
    package let secret: PeerKey

    package init(server: PeerKey, or others: [PeerKey] = [], secret: PeerKey) {
      self.server = server
      self.others = others
      self.secret = secret
    }

    /// The same own key, with another expected one: of those that the daemon may have, those behind it are the others; of
    /// a key that was learned since, there are none.
    package func expecting(_ key: PeerKey) -> Encryption {
      let known = [server] + others
      let later = known.firstIndex(of: key).map { known[($0 + 1)...] } ?? []
      return Encryption(server: key, or: Array(later), secret: secret)
    }
  }
}
