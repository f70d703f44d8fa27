import Glibc
import NavBase
import NavContent
import NavSystem
import NavViewer

/// A directory for the files of another program, which is removed with all that is in it.
struct WorkFolder: ~Copyable {
  let path: String

  /// - Throws: if it can't be made.
  init() throws(ClientExit) {
    let place = environmentVariables()["TMPDIR"] ?? "/tmp"
    path = "\(place)/navclient-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(path.utf8.terminated, 0o700) == 0 else {
      throw ClientExit(writing: .last, "\(path) can't be made (\(SystemFailure.last))")
    }
  }

  deinit { _ = try? Invocation(["rm", "-rf", "--", path]).run() }
}
