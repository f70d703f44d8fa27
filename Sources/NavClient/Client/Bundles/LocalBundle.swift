import Glibc
import NavBase
import NavSystem
import NavViewer
import NavWire

/// The files of a bundle on the machine of the client that sends them.
struct LocalBundle: Sendable {
  let manifest: BundleManifest
  /// The absolute path of one file with each hash.
  private let paths: [ContentHash: String]

  /// Reads all files for their hashes.
  ///
  /// - Throws: `.noInput` for a file that can't be read, or if they are too many.
  init(_ files: ContentFiles) throws(ClientExit) {
    var (listed, paths): ([BundleFile], [ContentHash: String]) = ([], [:])
    for path in files.paths {
      let place = files.directory + "/" + path
      let (bytes, status) = try Self.read(place)
      let hash = ContentHash(of: bytes)
      paths[hash] = place
      let isExecutable = status.st_mode & S_IXUSR != 0
      listed.append(
        BundleFile(path: path, size: bytes.count, hash: hash, isExecutable: isExecutable)
      )
    }
    do throws(Rejection) {
      manifest = try BundleManifest(listed)
    } catch {
      throw ClientExit(.noInput, sanitized(error.description))
    }
    self.paths = paths
  }

  /// Returns the next pieces of files, as many as fit into one request; an empty list if nothing is missing.
  ///
  /// - Parameter received: how many bytes of each incomplete file the daemon has.
  /// - Returns: the pieces.
  /// - Throws: `.noInput` for a file that can't be read any more, or that is shorter than before.
  func pieces(after received: [ContentHash: Int]) throws(ClientExit) -> [Request.Bundle.Piece] {
    var (pieces, room): ([Request.Bundle.Piece], Int) = ([], BundleManifest.Limits.pieceBytes)
    for (hash, offset) in received {
      guard pieces.count < BundleManifest.Limits.pieces, room > 0, let path = paths[hash] else {
        break
      }
      let bytes = try Self.read(path, from: offset, atMost: room)
      guard !bytes.isEmpty else { throw Self.changed(path) }
      room -= bytes.count
      pieces.append(Request.Bundle.Piece(of: hash, offset: offset, bytes: bytes))
    }
    return pieces
  }

  private static func read(_ path: String) throws(ClientExit) -> (bytes: [UInt8], stat) {
    do throws(SystemFailure) {
      let file = try Descriptor(opening: path.utf8.terminated)
      let status = try file.status()
      return (try file.read(atMost: BundleManifest.Limits.bytes + 1), status)
    } catch {
      throw unreadable(path, error)
    }
  }

  private static func read(
    _ path: String,
    from offset: Int,
    atMost count: Int
  ) throws(ClientExit) -> [UInt8] {
    do throws(SystemFailure) {
      let file = try Descriptor(opening: path.utf8.terminated)
      guard lseek(file.number, offset, SEEK_SET) == offset else { throw SystemFailure(code: errno) }
      return try file.read(atMost: count)
    } catch {
      throw unreadable(path, error)
    }
  }

  private static func unreadable(_ path: String, _ failure: SystemFailure) -> ClientExit {
    let reason = String(cString: strerror(failure.code))
    return ClientExit(.noInput, sanitized("can't read \(path): \(reason)"))
  }

  private static func changed(_ path: String) -> ClientExit {
    ClientExit(.noInput, sanitized("\(path) has changed while it was sent: try again"))
  }
}
