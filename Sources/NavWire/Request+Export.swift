package import NavBase

extension Request {
  /// Requests a part of a session's content as a file.
  package struct Export: Hashable, Sendable {
    package var session: SessionReference
    package var format: ExportFormat
    /// A random number, not 0, the same for all parts of one export.
    package var key: UInt64
    /// The index of the part, from 0.
    package var part: Int

    /// The most bytes of a part.
    package static let partBytes = 256 << 10

    package init(session: SessionReference, format: ExportFormat, key: UInt64, part: Int) {
      self.session = session
      self.format = format
      self.key = key
      self.part = part
    }
  }
}

// MARK: On the wire

extension Request.Export: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    var (key, part) = (value?.key ?? 0, value?.part ?? 0)
    try archive.message(1, &session)
    let format = try archive.enumeration(2, value?.format) { _ in
      WireError("an export in an unknown format; the daemon may be older than the client")
    }
    try archive.fixed64(3, &key)
    try archive.check(key != 0, "an export without a key; choose one at random")
    try archive.uint32(4, &part)
    return Self(session: session, format: format, key: key, part: part)
  }
}

extension ExportFormat: WireEnumeration {
  package var number: UInt32 {
    switch self {
    case .text: 0
    case .html: 1
    case .json: 2
    }
  }
}
