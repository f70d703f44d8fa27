import NavBase

/// The pictures that a terminal shows, and the sequences that make it do so.
///
/// Law: after the bytes of a frame, the terminal shows the pictures that cover the frame's canvas, and no other. Where
/// a picture ends, the canvas has other cells again, which take its place in the terminal.
///
/// kitty gets the bytes of a picture in pieces, one a frame, and shows it wherever its placeholders are; other terminals
/// get them whenever blanks of the picture were written.
package struct PictureLayer: Sendable {
  private let terminal: PictureTerminal
  /// The first of the 255 numbers of pictures.
  private let firstNumber: Int
  private var count = 0
  /// The pictures with numbers.
  private var known: [Known] = []
  /// The numbers of pictures in kitty that are to be deleted, and whether it has a part of one.
  private var abandoned: [Int] = []
  private var isPartAbandoned = false
  /// The pictures that were drawn in the last frame.
  private var drawn: [ShownPicture] = []

  private struct Known {
    let copy: PictureCopy
    let frame: CellRect
    let number: Int
    /// The bytes that kitty has.
    var sent = 0
    var isComplete: Bool
  }

  /// The most pictures that kitty keeps: more than are ever in view (`Limits.pictures`).
  private static let countLimit = 40
  /// The most bytes of a picture in one frame, before base64.
  private let frameBytes: Int
  /// The same in one of kitty's sequences.
  private static let chunkBytes = 3 << 10

  /// - Parameters:
  ///   - terminal: the terminal.
  ///   - seed: makes numbers that other programs in the same terminal hardly have.
  ///   - frameBytes: the most bytes of a picture that kitty gets in one frame.
  package init(_ terminal: PictureTerminal, seed: Int, frameBytes: Int = 48 << 10) {
    (self.terminal, self.frameBytes) = (terminal, frameBytes)
    firstNumber = (seed & 0x7FFF + 1) << 8 + 1
  }

  private var isKitty: Bool { terminal.form == .kitty }

  // MARK: Frames

  /// Returns the cells that pictures cover in the next frame: for kitty, of those that it has.
  package mutating func covers(of pictures: [ShownPicture]) -> [PictureCover] {
    pictures.compactMap { picture in
      let place = known[index(of: picture)]
      guard place.isComplete else { return nil }
      return PictureCover(picture.frame, number: place.number, isPlaceholder: isKitty)
    }
  }

  /// Whether kitty lacks bytes of pictures, or has abandoned ones.
  package mutating func hasUploads(for pictures: [ShownPicture]) -> Bool {
    isKitty && (!abandoned.isEmpty || pictures.contains { !known[index(of: $0)].isComplete })
  }

  /// Returns the bytes that are to be written before a frame.
  package mutating func uploads(for pictures: [ShownPicture]) -> [UInt8] {
    guard isKitty else { return [] }
    guard let picture = pictures.first(where: { !known[index(of: $0)].isComplete }) else {
      return deletions()
    }
    var place = known.remove(at: index(of: picture))
    // The rest of another one would be taken for this one's.
    abandon { $0.sent > 0 && !$0.isComplete }
    while known.count >= Self.countLimit,
      let spare = known.first(where: { known in !pictures.contains { isSame(known, $0) } })
    {
      abandon { $0.number == spare.number }
    }
    var bytes = place.sent == 0 ? deletions() : []
    let end = min(picture.bytes.count, place.sent + frameBytes)
    while place.sent < end {
      let next = min(end, place.sent + Self.chunkBytes)
      let size = "c=\(picture.frame.width),r=\(picture.frame.height)"
      let head = place.sent == 0 ? "a=T,U=1,f=100,t=d,i=\(place.number),\(size)," : ""
      let more = next < picture.bytes.count ? 1 : 0
      bytes += command("\(head)q=2,m=\(more)", picture.bytes[place.sent..<next])
      place.sent = next
    }
    place.isComplete = place.sent == picture.bytes.count
    known.append(place)
    return bytes
  }

  /// Returns the bytes that are to be written after a frame.
  ///
  /// - Parameters:
  ///   - pictures: the pictures that cover its canvas.
  ///   - isWhole: whether all cells were written.
  /// - Returns: the pictures whose blanks were written.
  package mutating func drawings(of pictures: [ShownPicture], isWhole: Bool) -> [UInt8] {
    guard !isKitty else { return [] }
    let bytes = pictures.filter { isWhole || !drawn.contains($0) }.flatMap(drawing)
    drawn = pictures
    known = known.filter { known in pictures.contains { isSame(known, $0) } }
    return bytes
  }

  /// Declares the contents of the terminal unknown.
  package mutating func forget() {
    drawn = []
    abandon { _ in true }
  }

  /// Returns the bytes that remove everything from the terminal but cells, and forgets it.
  package mutating func removal() -> [UInt8] {
    forget()
    return deletions()
  }

  // MARK: Numbers

  /// Returns the index of a picture among the known ones, with a new number for a new one.
  private mutating func index(of picture: ShownPicture) -> Int {
    if let index = known.firstIndex(where: { isSame($0, picture) }) { return index }
    known.append(
      Known(
        copy: picture.copy,
        frame: picture.frame,
        number: firstNumber + count % 255,
        isComplete: !isKitty
      )
    )
    count += 1
    return known.count - 1
  }

  /// Whether a known picture is this one; kitty shows one of the same size anywhere.
  private func isSame(_ known: Known, _ picture: ShownPicture) -> Bool {
    guard known.copy == picture.copy else { return false }
    let (one, other) = (known.frame, picture.frame)
    return isKitty ? one.width == other.width && one.height == other.height : one == other
  }

  private mutating func abandon(where isUnwanted: (Known) -> Bool) {
    for place in known where place.sent > 0 && isUnwanted(place) {
      abandoned.append(place.number)
      if !place.isComplete { isPartAbandoned = true }
    }
    known.removeAll(where: isUnwanted)
  }

  private mutating func deletions() -> [UInt8] {
    let end = isPartAbandoned ? command("q=2,m=0", []) : []
    let deletions = abandoned.flatMap { command("a=d,d=I,i=\($0),q=2", []) }
    (abandoned, isPartAbandoned) = ([], false)
    return end + deletions
  }

  // MARK: Sequences

  /// Returns a command of kitty's graphics protocol; its keys, and bytes in base64.
  private func command(_ keys: String, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sequence = Array("\u{1B}_G\(keys)".utf8)
    if !bytes.isEmpty { sequence += [0x3B] + Clipboard.base64(bytes) }
    sequence += [0x1B, 0x5C]
    guard terminal.isInTmux else { return sequence }
    var wrapped = Array("\u{1B}Ptmux;".utf8)
    for byte in sequence { wrapped += byte == 0x1B ? [byte, byte] : [byte] }
    return wrapped + [0x1B, 0x5C]
  }

  /// Returns the sequence of a picture at its cells; the cursor and its style stay.
  private func drawing(_ picture: ShownPicture) -> [UInt8] {
    let (frame, bytes) = (picture.frame, picture.bytes)
    let start = "\u{1B}7\u{1B}[\(frame.y + 1);\(frame.x + 1)H"
    let image: [UInt8]
    switch picture.copy.form {
    case .png:
      let keys =
        "inline=1;size=\(bytes.count);width=\(frame.width);height=\(frame.height);"
        + "preserveAspectRatio=1;doNotMoveCursor=1"
      image = Array("\u{1B}]1337;File=\(keys):".utf8) + Clipboard.base64(bytes[...]) + [0x07]
    case .sixel: image = Array("\u{1B}P0;1;0q".utf8) + bytes + [0x1B, 0x5C]
    }
    return Array(start.utf8) + image + Array("\u{1B}8".utf8)
  }
}
