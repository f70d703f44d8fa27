import Glibc
import NavBase
import NavSystem
import Synchronization

/// Decodes pictures with the program `navpicture`, which can do nothing else (`Sources/navpicture/main.c`).
///
/// Pictures are never decoded in this process: without that program, and where it has no box to decode in, a picture is
/// its description. Results are cached by the content of the file. May be called from any thread that may block.
package final class PictureReader: Sendable {
  /// Runs the program with a file as its standard input.
  package typealias Run = @Sendable (_ input: [UInt8]) throws(PictureProblem) -> [UInt8]

  typealias Outcome = Result<TextPicture.Raster, PictureProblem>

  private let run: Run?
  private let cache = Mutex(PictureCache())
  /// Held while it or the program that draws an SVG runs, since each may take much memory.
  private let turn = Mutex(())

  /// The longest side of a decoded picture in pixels: those of two for each column of a wide page.
  static let side = 320
  /// The maximum size of a file, in bytes, as in the program.
  static let fileBytes = 32 << 20
  /// The limits of the program for one picture.
  private static let limits = ProcessLimits(
    outputBytes: side * side * 4 + 16,
    time: .seconds(2),
    memory: 640 << 20
  )
  /// The time for the pictures that one reading of content decodes.
  static let timeLimit = Duration.seconds(5)
  private static let undrawnSVG = PictureProblem.undrawn(
    "SVG needs limits.diagrams = true, and a file of this machine"
  )
  /// The limit of the cache, in bytes.
  static let cacheBytes = 16 << 20

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
    PictureReader { input throws(PictureProblem) in
      let invocation = Invocation(
        [file, String(side)],
        environment: [:],
        input: input,
        errors: .dropped
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
    let file: [UInt8]
    do throws(ContentError) {
      file = try RegularFile.read(path: path, limit: Self.fileBytes, beneath: root)
    } catch {
      throw .unreadable
    }
    guard let type = PictureType(of: file), type.isShown else { throw .noPicture }
    let key = ContentHash(of: file)
    if let known = cache.withLock({ $0[key] }) { return try known.get() }
    if type == .svg, draw == nil { throw Self.undrawnSVG }
    let outcome: Outcome = Result { () throws(PictureProblem) in
      guard type == .svg, let draw else { return try raster(of: file, type) }
      let source = String(decoding: file, as: UTF8.self)
      let drawn = try turn.withLock { _ throws(PictureProblem) in try draw(.svg, source) }
      return try raster(of: drawn, .png)
    }
    // The program may be installed, or allowed more, by the next time.
    if case .failure(.undrawn) = outcome {} else { cache.withLock { $0.keep(outcome, of: key) } }
    return try outcome.get()
  }

  /// Decodes a file, which is not cached.
  func raster(
    of file: [UInt8],
    _ type: PictureType
  ) throws(PictureProblem) -> TextPicture.Raster {
    guard let run else { throw .noBox }
    let output = try turn.withLock { _ throws(PictureProblem) in try run(file) }
    guard let raster = TextPicture.Raster(decoded: output) else { throw .damaged }
    return type == .jpeg ? raster.upright(from: exifOrientation(ofJPEG: file)) : raster
  }
}

/// The reason why a picture is shown as its description, or a diagram as its source.
package enum PictureProblem: Error, Hashable, Sendable {
  case noPicture, tooLarge, damaged, noBox, tooLong, unreadable
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
