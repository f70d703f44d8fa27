import Glibc
import NavBase
import NavSystem
package import NavViewer
package import NavWire

extension Recording {
  /// Reads a recording.
  ///
  /// - Throws: `.noInput` for a file that can't be read, `.badData` for one that can't be played.
  package init(readFrom path: String) throws(ClientExit) {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try Descriptor(opening: path.utf8.terminated).read(atMost: Self.byteLimit + 1)
    } catch {
      let reason = String(system: strerror(error.code))
      throw ClientExit(.noInput, sanitized("can't read \(path): \(reason)"))
    }
    guard bytes.count <= Self.byteLimit else {
      let limit = Self.byteLimit >> 20
      throw ClientExit(.badData, sanitized("\(path) has more than \(limit) MiB, the limit"))
    }
    do throws(RecordingError) {
      try self.init(bytes)
    } catch {
      throw ClientExit(.badData, sanitized("\(path): \(error)"))
    }
  }

  /// Returns the time of a text like `90s`, `3:20` or the name of a mark; nil for anything else.
  package func time(named text: String) -> Duration? {
    if let mark = marks.first(where: { $0.name == text }) { return mark.time }
    let parts = text.split(separator: ":").map { Int($0) }
    if parts.count == 2, let minutes = parts[0], let seconds = parts[1],
      (0...9_999).contains(minutes), (0..<60).contains(seconds)
    {
      return .seconds(minutes * 60 + seconds)
    }
    return DurationText.duration(text)
  }
}
