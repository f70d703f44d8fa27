import Glibc
import NavCanvas
import NavGeometry
import NavScene

/// Writes scenes as navclient does, to a pipe instead of a terminal.
final class PaintedPipe {
  private let ends: (reading: Int32, writing: Int32)
  private let theme = ResolvedTheme(.dark, depth: .truecolor)
  private var written = 0

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw BenchError("can't make a pipe: close some programs")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Paints a viewer's first scene and writes all its rows.
  func write(_ scene: Scene) throws {
    var encoder = FrameEncoder(EncoderOptions(depth: .truecolor, synchronizedOutput: true))
    let bytes = encoder.encode(PaintWork.canvas(of: scene, theme))
    written = bytes.count
    guard Glibc.write(ends.writing, bytes, bytes.count) == bytes.count else {
      throw BenchError("a pipe does not take \(bytes.count) bytes at once")
    }
  }

  /// Reads what was written.
  func drain() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while written > 0 {
      let count = read(ends.reading, &buffer, buffer.count)
      guard count > 0 else { throw BenchError("a pipe can't be read") }
      written -= count
    }
  }
}
