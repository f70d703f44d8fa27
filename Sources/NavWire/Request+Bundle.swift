package import NavBase

extension Request {
  /// Sends files of the client's machine, to be shown in a session (proto/README.md: Content from clients).
  package enum Bundle: Hashable, Sendable {
    /// Names the files of a bundle, and the session that shows an older version of them, if any.
    ///
    /// With a content, the session shows documents as their texts where that does (`ContentSpec.inForm`).
    case offer(BundleManifest, for: SessionReference? = nil, inFormOf: ContentSpec? = nil)
    /// Sends pieces of files of an offered bundle.
    case put(id: ContentHash, [Piece])

    /// The session that is to show the files.
    package var session: SessionReference? {
      switch self {
      case .offer(_, let session, _): session
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

// MARK: On the wire

extension Request.Bundle: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (kind, files, session) = (UInt32(0), [BundleFile](), SessionReference?.none)
    var (id, pieces, form) = ([UInt8](), [Piece](), ContentSpec?.none)
    switch value {
    case .offer(let manifest, let shown, let content):
      (kind, files, session, form) = (1, manifest.files, shown, content)
    case .put(let hash, let parts): (kind, id, pieces) = (2, hash.bytes, parts)
    case nil: break
    }
    try archive.uint32(1, &kind)
    try archive.messages(2, &files)
    try archive.message(3, &session)
    try archive.bytes(4, &id)
    try archive.messages(5, &pieces)
    try archive.message(6, &form)
    if let value { return value }

    switch kind {
    case 1:
      do throws(Rejection) {
        return .offer(try BundleManifest(files), for: session, inFormOf: form)
      } catch {
        throw WireError(impossible: error.description)
      }
    case 2:
      let hash = try ContentHash(wire: id)
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
      return .put(id: hash, pieces)
    default:
      throw WireError(
        impossible: "a bundle request of an unknown kind; the daemon may be older than the client"
      )
    }
  }
}

extension Request.Bundle.Piece: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (offset, bytes) = (value?.offset ?? 0, value?.bytes ?? [])
    let hash = try archive.hash(1, value?.hash)
    try archive.uint64(2, &offset)
    try archive.limit(
      offset <= BundleManifest.Limits.bytes,
      "a piece behind \(BundleManifest.Limits.bytes) bytes of a file"
    )
    try archive.bytes(3, &bytes)
    return Self(of: hash, offset: offset, bytes: bytes)
  }
}

extension BundleFile: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (path, size) = (value?.path ?? "", value?.size ?? 0)
    var isExecutable = value?.isExecutable ?? false
    try archive.string(1, &path)
    try archive.uint64(2, &size)
    let hash = try archive.hash(3, value?.hash)
    try archive.bool(4, &isExecutable)
    return Self(path: path, size: size, hash: hash, isExecutable: isExecutable)
  }
}

extension Reply.BundleState: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (needs, isComplete) = (value?.needs ?? [], value?.isComplete ?? false)
    let id = try archive.hash(1, value?.id)
    try archive.messages(2, &needs)
    try archive.bool(3, &isComplete)
    return Self(id: id, needs: needs, isComplete: isComplete)
  }
}

extension Reply.BundleState.Need: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var received = value?.received ?? 0
    let hash = try archive.hash(1, value?.hash)
    try archive.uint64(2, &received)
    return Self(of: hash, received: received)
  }
}

extension WireArchive {
  mutating func hash(_ field: Int, _ hash: ContentHash?) throws(WireError) -> ContentHash {
    var bytes = hash?.bytes ?? []
    try self.bytes(field, &bytes)
    if let hash { return hash }
    return try ContentHash(wire: bytes)
  }
}

extension ContentHash {
  fileprivate init(wire bytes: [UInt8]) throws(WireError) {
    guard let hash = ContentHash(bytes) else {
      throw WireError("a hash of \(bytes.count) bytes; it has \(Self.byteCount)")
    }
    self = hash
  }
}
