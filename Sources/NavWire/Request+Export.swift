package import NavModel

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

extension Request.Export {
  var wire: Navd_V1_Export {
    var message = Navd_V1_Export()
    message.session = session.wire
    message.format =
      switch format {
      case .text: .text
      case .html: .html
      case .json: .json
      }
    message.key = key
    message.part = UInt32(clamping: part)
    return message
  }

  init(_ message: Navd_V1_Export) throws(WireError) {
    let format: ExportFormat
    switch message.format {
    case .text: format = .text
    case .html: format = .html
    case .json: format = .json
    case .UNRECOGNIZED:
      throw WireError("an export in an unknown format; the daemon may be older than the client")
    }
    guard message.key != 0 else { throw WireError("an export without a key; choose one at random") }
    self.init(
      session: try SessionReference(message.session),
      format: format,
      key: message.key,
      part: Int(message.part)
    )
  }
}
