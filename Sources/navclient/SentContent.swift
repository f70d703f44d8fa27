import NavBase
import NavClient
import NavContent
import NavViewer
import NavWire

/// Content whose files are on this machine, for a daemon that is perhaps on another one.
extension ContentOptions {
  /// Returns content as a daemon can show it, after its files were sent if the daemon is on another machine.
  ///
  /// Somebody who may send nothing may still join the session that is there already, or is told why no session begins.
  ///
  /// - Throws: `.noInput` for files that can't be sent; the daemon's refusal.
  func sent(_ content: ContentSpec, to endpoints: Endpoints) throws(ClientExit) -> ContentSpec {
    guard endpoints.isRemote, !onServer, content.usesFiles else { return content }
    let files = try ContentFiles(on: content)
    var commands = try OneShotCommands(endpoints: endpoints)
    do throws(ClientExit) {
      return try commands.send(files)
    } catch {
      guard error.code == .notPermitted else { throw error }
      return content
    }
  }
}

extension ContentFiles {
  /// Finds the files of content.
  ///
  /// - Throws: `.noInput` for files that can't be sent.
  init(on content: ContentSpec) throws(ClientExit) {
    do throws(ContentFailure) {
      try self.init(of: content)
    } catch {
      throw ClientExit(error.isForbidden ? .notPermitted : .noInput, error.description)
    }
  }
}
