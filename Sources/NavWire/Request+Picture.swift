package import NavBase

extension Request {
  /// Requests a part of a picture that the session shows (input.proto: GetPicture).
  package struct Picture: Hashable, Sendable {
    package var session: SessionReference
    package var copy: PictureCopy
    /// The index of the part, from 0.
    package var part: Int

    package init(session: SessionReference, _ copy: PictureCopy, part: Int) {
      (self.session, self.copy, self.part) = (session, copy, part)
    }
  }
}

extension Reply {
  /// A part of a picture.
  package struct PicturePart: Hashable, Sendable {
    /// The index of the part, from 0.
    package var part: Int
    /// The number of parts, at least one.
    package var count: Int
    /// At most `PictureCopy.partBytes`.
    package var bytes: [UInt8]
    /// The hash of the whole copy (`PictureCopy.hash`).
    package var hash: UInt64

    package init(part: Int, count: Int, bytes: [UInt8], hash: UInt64) {
      (self.part, self.count, self.bytes, self.hash) = (part, count, bytes, hash)
    }

    /// Creates a part of a copy; nil if it has no such part.
    package init?(_ part: Int, of copy: [UInt8], hash: UInt64) {
      let start = part * PictureCopy.partBytes
      guard part >= 0, start < copy.count else { return nil }
      self.init(
        part: part,
        count: (copy.count + PictureCopy.partBytes - 1) / PictureCopy.partBytes,
        bytes: Array(copy[start..<min(copy.count, start + PictureCopy.partBytes)]),
        hash: hash
      )
    }
  }
}

// MARK: On the wire

extension Request.Picture: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    var (name, part) = (value?.copy.id.description ?? "", value?.part ?? 0)
    var (width, height) = (0, 0)
    if case .sixel(let columns, let rows)? = value?.copy.form { (width, height) = (columns, rows) }
    try archive.message(1, &session)
    try archive.string(2, &name)
    try archive.uint32(3, &width)
    try archive.uint32(4, &height)
    try archive.uint32(5, &part)
    guard let id = PictureID(name), id.description == name else {
      throw WireError("a picture without a name; it has 32 hexadecimal digits")
    }
    let isPNG = width == 0 && height == 0
    let sides = 1...PictureCopy.sideLimit
    try archive.limit(
      isPNG || sides.contains(width) && sides.contains(height),
      "a picture of \(width)x\(height) pixels; it has 1x1 to \(sides.upperBound)x\(sides.upperBound)"
    )
    let form = isPNG ? PictureCopy.Form.png : .sixel(width: width, height: height)
    return Self(session: session, PictureCopy(id, form), part: part)
  }
}

extension Reply.PicturePart: WireFields {
  package static var blank: Self { Self(part: 0, count: 0, bytes: [], hash: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32(1, &part)
    try archive.uint32(2, &count)
    try archive.check(part < count, "part \(part) of a picture of \(count) parts")
    try archive.bytes(3, &bytes)
    try archive.fixed64(4, &hash)
  }
}
