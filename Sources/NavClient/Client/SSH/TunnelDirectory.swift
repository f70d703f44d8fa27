import NavBase
import Glibc
import NavSystem
import NavViewer

/// A private directory (0700) for the sockets of a connection through ssh; removed with the value, and when this process
/// has ended for whatever reason.
struct TunnelDirectory: ~Copyable {
  let path: String
  private let guarding: EndGuard

  /// The last part of the path; mkdtemp replaces the letters behind the hyphen.
  private static let name = "navclient-" + String(repeating: "X", count: 6)

  /// Makes the directory in the first of some directories in which that is possible.
  ///
  /// - Parameter bases: the directories, as `bases(runtimeDirectory:)` returns them.
  /// - Throws: `.unreachable` if it can't be made in any of them.
  init(in bases: [String]) throws(ClientExit) {
    var made: String?
    for base in bases where made == nil { made = Self.make(in: base) }
    guard let path = made else {
      throw ClientExit(
        .unreachable,
        "can't make a directory in \(bases.joined(separator: " or ")) (\(SystemFailure.last)): ssh needs one for sockets"
      )
    }
    do throws(ProcessError) {
      guarding = try EndGuard(running: #"rm -rf -- "$1""#, with: path, named: "navclient-guard")
    } catch {
      rmdir(path.utf8.terminated)
      throw ClientExit(.unreachable, "can't start /bin/sh, which removes the sockets of ssh")
    }
    self.path = path
  }

  deinit {
    removeFiles()
    rmdir(path.utf8.terminated)
  }

  /// Returns the directories to be tried.
  ///
  /// - Parameter runtimeDirectory: the value of `XDG_RUNTIME_DIR`. It is left out if it is relative, if it has characters
  ///   that ssh interprets, or if it is too long for the address of a socket.
  /// - Returns: the absolute paths.
  static func bases(runtimeDirectory: String?) -> [String] {
    let standard = "/tmp"
    guard let runtimeDirectory, RemoteDaemon.isPlain(runtimeDirectory) else { return [standard] }
    let longest = "\(runtimeDirectory)/\(name)/\(SSHCommands.controlName)"
    return isShort(longest) ? [runtimeDirectory, standard] : [standard]
  }

  /// Whether a path is short enough for a socket by which ssh is controlled.
  static func isShort(_ control: String) -> Bool {
    control.utf8.count + SSHCommands.controlSuffix < socketPathCapacity
  }

  /// Removes all files, such as the sockets of an earlier login.
  func removeFiles() {
    for name in (try? entryNames(in: path)) ?? [] { unlink("\(path)/\(name)".utf8.terminated) }
  }

  /// The bytes of a socket's path with its NUL.
  private static var socketPathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  private static func make(in base: String) -> String? {
    var template = "\(base)/\(name)".utf8.terminated
    return template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap(mkdtemp).map { String(system: $0) }
    }
  }
}
