import NavBase
import Glibc

/// Returns the names of a directory's entries without `.` and `..`, in no order.
///
/// O(entries), in time and memory.
///
/// - Parameter directory: the path, without a NUL; symbolic links are followed.
/// - Returns: the names, of at most 255 bytes each for the system.
/// - Throws: the error of the system if the directory can't be opened, or not be read to its end.
package func entryNames(in directory: String) throws(SystemFailure) -> [String] {
  guard let stream = opendir(directory.utf8.terminated) else { throw SystemFailure.last }
  defer { closedir(stream) }
  var names: [String] = []
  while true {
    // At the end it stays 0.
    errno = 0
    guard let entry = readdir(stream) else {
      let code = errno
      guard code == 0 else { throw SystemFailure(code: code) }
      return names
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(system: $0) }
    }
    guard name != ".", name != ".." else { continue }
    names.append(name)
  }
}
