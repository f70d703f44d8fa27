package import NavModel

extension Request {
  /// Sends files of the client's machine, to be shown in a session (proto/README.md: Content from clients).
  package enum Bundle: Hashable, Sendable {
    /// Names the files of a bundle, and the session that shows an older version of them, if any.
    case offer(BundleManifest, for: SessionReference? = nil)
    /// Sends pieces of files of an offered bundle.
    case put(id: ContentHash, [Piece])

    /// The session that is to show the files.
    package var session: SessionReference? {
      switch self {
      case .offer(_, let session): session
      case .put: nil
      }
    }

    /// A part of a file.
    package struct Piece: Hashable, Sendable {
      /// The hash of the whole file.
      package var hash: ContentHash
      /// The number of bytes before it in the file.
      package var offset: Int
      package var bytes: [UInt8]

      package init(of hash: ContentHash, offset: Int, bytes: [UInt8]) {
        self.hash = hash
        self.offset = offset
        self.bytes = bytes
      }
    }
  }
}

extension Request.Bundle {
  var wire: Navd_V1_Bundle {
    var message = Navd_V1_Bundle()
    switch self {
    case .offer(let manifest, let session):
      message.kind = .offer
      message.files = manifest.files.map(\.wire)
      if let session { message.session = session.wire }
    case .put(let id, let pieces):
      message.kind = .put
      message.id = NavWire.bytes(id.bytes)
      message.pieces = pieces.map(\.wire)
    }
    return message
  }

  init(_ message: Navd_V1_Bundle) throws(WireError) {
    switch message.kind {
    case .offer:
      var files: [BundleFile] = []
      for file in message.files { files.append(try BundleFile(file)) }
      let session = message.hasSession ? try SessionReference(message.session) : nil
      do throws(Rejection) {
        self = .offer(try BundleManifest(files), for: session)
      } catch {
        throw WireError(impossible: error.description)
      }
    case .put:
      let id = try ContentHash(wire: message.id)
      var pieces: [Piece] = []
      for piece in message.pieces { pieces.append(try Piece(piece)) }
      let bytes = pieces.reduce(0) { $0 + $1.bytes.count }
      guard (1...BundleManifest.Limits.pieces).contains(pieces.count),
        bytes <= BundleManifest.Limits.pieceBytes
      else {
        throw WireError(
          impossible:
            "\(pieces.count) pieces with \(bytes) bytes; send 1 to \(BundleManifest.Limits.pieces) "
            + "with at most \(BundleManifest.Limits.pieceBytes)"
        )
      }
      self = .put(id: id, pieces)
    case .unspecified, .UNRECOGNIZED:
      throw WireError(
        impossible: "a bundle request of an unknown kind; the daemon may be older than the client"
      )
    }
  }
}

extension Request.Bundle.Piece {
  fileprivate var wire: Navd_V1_BundlePiece {
    var message = Navd_V1_BundlePiece()
    message.hash = NavWire.bytes(hash.bytes)
    message.offset = UInt64(clamping: offset)
    message.bytes = NavWire.bytes(bytes)
    return message
  }

  fileprivate init(_ message: Navd_V1_BundlePiece) throws(WireError) {
    guard message.offset <= BundleManifest.Limits.bytes else {
      throw WireError(impossible: "a piece behind \(BundleManifest.Limits.bytes) bytes of a file")
    }
    self.init(
      of: try ContentHash(wire: message.hash),
      offset: Int(message.offset),
      bytes: Array(message.bytes)
    )
  }
}

extension BundleFile {
  fileprivate var wire: Navd_V1_BundleFile {
    var message = Navd_V1_BundleFile()
    message.path = path
    message.size = UInt64(clamping: size)
    message.hash = NavWire.bytes(hash.bytes)
    message.executable = isExecutable
    return message
  }

  fileprivate init(_ message: Navd_V1_BundleFile) throws(WireError) {
    self.init(
      path: message.path,
      size: Int(clamping: message.size),
      hash: try ContentHash(wire: message.hash),
      isExecutable: message.executable
    )
  }
}

extension ContentHash {
  init(wire bytes: some Sequence<UInt8>) throws(WireError) {
    let bytes = Array(bytes)
    guard let hash = ContentHash(bytes) else {
      throw WireError("a hash of \(bytes.count) bytes; it has \(Self.byteCount)")
    }
    self = hash
  }
}

extension Reply {
  /// The files of a bundle that the daemon has and needs.
  package struct BundleState: Hashable, Sendable {
    /// The hash of the manifest.
    package var id: ContentHash
    /// The files of which it needs more: of the whole bundle after an offer, of the pieces after these.
    package var needs: [Need]
    /// Whether all files are there.
    package var isComplete: Bool

    /// A file that is not complete.
    package struct Need: Hashable, Sendable {
      package var hash: ContentHash
      /// The number of its bytes that are there.
      package var received: Int

      package init(of hash: ContentHash, received: Int) {
        self.hash = hash
        self.received = received
      }
    }

    package init(id: ContentHash, needs: [Need], isComplete: Bool) {
      self.id = id
      self.needs = needs
      self.isComplete = isComplete
    }
  }
}

extension Reply.BundleState {
  var wire: Navd_V1_BundleState {
    var message = Navd_V1_BundleState()
    message.id = NavWire.bytes(id.bytes)
    message.complete = isComplete
    message.needs = needs.map { need in
      var message = Navd_V1_BundleNeed()
      message.hash = NavWire.bytes(need.hash.bytes)
      message.received = UInt64(clamping: need.received)
      return message
    }
    return message
  }

  init(_ message: Navd_V1_BundleState) throws(WireError) {
    var needs: [Need] = []
    for need in message.needs {
      needs.append(
        Need(of: try ContentHash(wire: need.hash), received: Int(clamping: need.received))
      )
    }
    self.init(id: try ContentHash(wire: message.id), needs: needs, isComplete: message.complete)
  }
}
