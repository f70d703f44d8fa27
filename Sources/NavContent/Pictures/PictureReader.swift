import Glibc
import NavBase
import NavSystem
import Synchronization

/// Decodes pictures with the program `navpicture`, which can do nothing else (`Sources/navpicture/main.c`).
///
/// Pictures are never decoded in this process: without that program, and where it has no box to decode in, a picture is
/// its description. Results are cached by the content of the file. May be called from any thread that may block.
package final class PictureReader: Sendable {
  /// Runs the program with arguments and a file as its standard input.
  package typealias Run =
    @Sendable (_ input: [UInt8], _ arguments: [String]) throws(PictureProblem) -> [UInt8]

  typealias Outcome = Result<TextPicture.Raster, PictureProblem>

  private let run: Run?
  private let cache = Mutex(PictureCache())
  /// The files of decoded pictures, of which copies are made.
  private let sources = Mutex(ResultCache<PictureID, Source>(bytes: PictureReader.cacheBytes / 4))
  private let copies = Mutex(
    ResultCache<PictureCopy, Result<MadeCopy, PictureProblem>>(bytes: PictureReader.cacheBytes)
  )
  /// Held while the program or the one that draws an SVG runs, since each may take `memory`; readers of content do not
  /// wait for copies.
  private let turn = Mutex(())
  private let copyTurn = Mutex(())

  /// The longest side of a decoded picture in pixels: those of two for each column of a wide page.
  static let side = 320
  /// The maximum size of a file, in bytes, as in the program.
  static let fileBytes = 32 << 20
  /// The longest side of a PNG for terminals, in pixels: that of a picture on a large screen.
  static let copySide = 1_600
  /// The memory of the program.
  private static let memory = 640 << 20
  /// The time for the pictures that one reading of content decodes.
  static let timeLimit = Duration.seconds(5)
  private static let undrawnSVG = PictureProblem.undrawn(
    "SVG needs limits.diagrams = true, and a file of this machine"
  )
  /// The limit of each cache, in bytes.
  static let cacheBytes = 16 << 20
  /// The most bytes of a drawn diagram that is kept for copies.
  private static let drawnBytes = 1 << 20

  /// The origin of a picture.
  private enum Source {
    case file(path: String, root: String)
    case drawn([UInt8])
  }

  /// - Parameter run: runs the program; nil if there is none.
  package init(_ run: Run?) { self.run = run }

  /// Whether there is a program.
  var canDecode: Bool { run != nil }

  /// Returns a reader with the program that is installed with this one: beside it, or in `libexec`.
  package static func installed() -> PictureReader {
    ProgramPath.find(beside: "navpicture", "../libexec/navd/navpicture").map { running($0) }
      ?? PictureReader(nil)
  }

  /// Returns a reader with the program at a path.
  package static func running(_ file: String) -> PictureReader {
    PictureReader { input, arguments throws(PictureProblem) in
      let invocation = Invocation(
        [file] + arguments,
        environment: [:],
        input: input,
        errors: .dropped
      )
      let isCopy = arguments.first != "rgba"
      let limits = ProcessLimits(
        outputBytes: isCopy ? PictureCopy.byteLimit : side * side * 4 + 16,
        time: .seconds(isCopy ? 6 : 2),
        memory: memory
      )
      let output: ProcessOutput
      do throws(ProcessError) {
        output = try invocation.run(within: limits)
      } catch {
        throw .noBox
      }
      guard output.end.isSuccess else { throw PictureProblem(output.end) }
      return output.bytes
    }
  }

  /// Returns the picture of a file, from the cache or decoded.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - root: the directory that links may not lead out of.
  ///   - draw: draws an SVG; nil if that is not allowed.
  /// - Returns: the picture.
  /// - Throws: why there is none.
  func picture(
    at path: String,
    beneath root: String,
    drawing draw: DiagramReader.Run? = nil
  ) throws(PictureProblem) -> TextPicture.Raster {
    let (file, type) = try Self.file(at: path, beneath: root)
    let key = ContentHash(of: file)
    if type != .svg { keep(.file(path: path, root: root), bytes: 256, of: key) }
    if let known = cache.withLock({ $0[key] }) { return try known.get() }
    if type == .svg, draw == nil { throw Self.undrawnSVG }
    let outcome: Outcome = Result { () throws(PictureProblem) in
      guard type == .svg, let draw else { return try raster(of: file, key) }
      let source = String(decoding: file, as: UTF8.self)
      let drawn = try turn.withLock { _ throws(PictureProblem) in try draw(.svg, source) }
      return try raster(ofDrawn: drawn)
    }
    // The program may be installed, or allowed more, by the next time.
    if case .failure(.undrawn) = outcome {} else { cache.withLock { $0.keep(outcome, of: key) } }
    return try outcome.get()
  }

  private static func file(
    at path: String,
    beneath root: String
  ) throws(PictureProblem) -> (bytes: [UInt8], type: PictureType) {
    let file: [UInt8]
    do throws(ContentError) {
      file = try RegularFile.read(path: path, limit: fileBytes, beneath: root)
    } catch {
      throw .unreadable
    }
    guard let type = PictureType(of: file), type.isShown else { throw .noPicture }
    return (file, type)
  }

  /// Decodes a drawn diagram, which is not cached.
  func raster(ofDrawn file: [UInt8]) throws(PictureProblem) -> TextPicture.Raster {
    let key = ContentHash(of: file)
    if file.count <= Self.drawnBytes { keep(.drawn(file), bytes: file.count, of: key) }
    return try raster(of: file, key)
  }

  private func raster(
    of file: [UInt8],
    _ key: ContentHash
  ) throws(PictureProblem) -> TextPicture.Raster {
    let output = try decoded(file, "rgba", Self.side, Self.side)
    guard var raster = TextPicture.Raster(decoded: output) else { throw .damaged }
    raster.id = PictureID(key.description)
    return raster
  }

  private func keep(_ source: Source, bytes: Int, of key: ContentHash) {
    guard let id = PictureID(key.description) else { return }
    sources.withLock { $0.keep(source, of: id, bytes: bytes) }
  }

  /// Runs the program, for one picture or copy at a time.
  private func decoded(
    _ file: [UInt8],
    _ form: String,
    _ width: Int,
    _ height: Int
  ) throws(PictureProblem) -> [UInt8] {
    guard let run else { throw .noBox }
    let isJPEG = PictureType(of: file) == .jpeg
    let orientation = isJPEG ? exifOrientation(ofJPEG: file) : 1
    let arguments = [form] + [width, height, orientation].map { "\($0)" }
    if form == "rgba" {
      return try turn.withLock { _ throws(PictureProblem) in try run(file, arguments) }
    }
    return try copyTurn.withLock { _ throws(PictureProblem) in try run(file, arguments) }
  }
}

// MARK: Copies for terminals

/// A picture in the form in which a terminal takes it.
package struct MadeCopy: Sendable {
  package let bytes: [UInt8]
  /// `PictureCopy.hash`.
  package let hash: UInt64
}

extension PictureReader {
  /// Returns a copy of a picture that was decoded, from the cache or made with the program.
  func copy(_ wanted: PictureCopy) throws(PictureProblem) -> MadeCopy {
    if let known = copies.withLock({ $0[wanted] }) { return try known.get() }
    let file: [UInt8]
    switch sources.withLock({ $0[wanted.id] }) {
    case .drawn(let bytes)?: file = bytes
    case .file(let path, let root)?: file = try Self.file(at: path, beneath: root).bytes
    case nil: throw .unreadable
    }
    // A changed file is another picture, which the page names soon.
    guard PictureID(ContentHash(of: file).description) == wanted.id else { throw .unreadable }
    let outcome = ReadingBudget.taking(file.count + PictureCopy.byteLimit, keeping: 0) {
      Result { () throws(PictureProblem) in try made(wanted, of: file) }
    }
    guard let outcome else { throw .tooLittleMemory }
    let size = (try? outcome.get().bytes.count) ?? 0
    copies.withLock { $0.keep(outcome, of: wanted, bytes: 128 + size) }
    return try outcome.get()
  }

  private func made(
    _ wanted: PictureCopy,
    of file: [UInt8]
  ) throws(PictureProblem) -> MadeCopy {
    let bytes =
      switch wanted.form {
      case .png: try decoded(file, "png", Self.copySide, Self.copySide)
      case .sixel(let width, let height): try decoded(file, "sixel", width, height)
      }
    guard wanted.accepts(bytes) else { throw .damaged }
    return MadeCopy(bytes: bytes, hash: PictureCopy.hash(of: bytes))
  }
}

/// The reason why a picture is shown as its description, or a diagram as its source.
package enum PictureProblem: Error, Hashable, Sendable {
  case noPicture, tooLarge, damaged, noBox, tooLong, unreadable, tooLittleMemory
  /// A diagram or an SVG is not drawn, for a reason.
  case undrawn(String)

  /// Reads the exit code of the program, which has the same reasons.
  fileprivate init(_ end: ProcessEnd) {
    self =
      switch end {
      case .exited(code: 2): .noPicture
      case .exited(code: 3): .tooLarge
      case .exited(code: 5): .noBox
      case .signalled(SIGXCPU), .stopped(.time): .tooLong
      case .exited, .signalled, .stopped: .damaged
      }
  }

  /// The fault, behind the name of the picture.
  var text: String {
    switch self {
    case .noPicture: "is no PNG, JPEG, GIF, WebP or SVG"
    case .tooLarge: "has more than 40 megapixels, or takes too much memory"
    case .damaged: "is damaged"
    case .noBox: "can't be decoded safely here: seccomp is missing"
    case .tooLong: "takes too long: make it smaller"
    case .unreadable: "can't be read"
    case .tooLittleMemory: "is not shown: there is too little memory (limits.memory)"
    case .undrawn(let reason): "is not drawn: \(reason)"
    }
  }
}

typealias PictureCache = ResultCache<ContentHash, PictureReader.Outcome>

extension PictureCache {
  init() { self.init(bytes: PictureReader.cacheBytes) }

  mutating func keep(_ outcome: PictureReader.Outcome, of key: ContentHash) {
    keep(outcome, of: key, bytes: 128 + ((try? outcome.get().pixels.count) ?? 0))
  }
}

extension TextPicture.Raster {
  /// Reads what the program prints; nil if it is anything else.
  init?(decoded output: [UInt8]) {
    guard output.count >= 16 else { return nil }
    let numbers = stride(from: 0, to: 16, by: 4).map { start in
      output[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    self.init(
      width: numbers[2],
      height: numbers[3],
      of: (numbers[0], numbers[1]),
      pixels: Array(output[16...])
    )
  }
}

/// Returns the orientation in which a JPEG was taken, from 1 to 8 as Exif counts; 1 if it has none.
func exifOrientation(ofJPEG file: [UInt8]) -> Int {
  func number(_ at: Int, _ count: Int, isLittle: Bool = false) -> Int {
    guard at >= 0, at + count <= file.count else { return -1 }
    let bytes = file[at..<at + count]
    return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
  }
  var segment = 2
  while number(segment, 1) == 0xFF, case let length = number(segment + 2, 2), length >= 2 {
    let kind = number(segment + 1, 1)
    // Of segments, "Exif\0\0" of APP1 stands before the pixels.
    guard kind != 0xDA else { break }
    let start = segment + 10
    if kind == 0xE1, number(segment + 4, 4) == 0x4578_6966 {
      let isLittle = number(start, 2) == 0x4949
      let list = start + number(start + 4, 4, isLittle: isLittle)
      let count = number(list, 2, isLittle: isLittle)
      for entry in 0..<min(max(0, count), 256) {
        let place = list + 2 + entry * 12
        guard number(place, 2, isLittle: isLittle) == 0x0112 else { continue }
        let found = number(place + 8, 2, isLittle: isLittle)
        return (1...8).contains(found) ? found : 1
      }
      return 1
    }
    segment += 2 + length
  }
  return 1
}
