package import NavBase
package import NavEngine
package import NavWire

/// Actions that the daemon's core requests of its shell, performed in order.
///
/// Large values are in places of their own: a key press, which has none of them, would move their size with each action.
package enum DaemonAction: Hashable, Sendable {
  /// Publish bytes on a topic of the layout socket.
  case publish(topic: [UInt8], [UInt8])
  /// Encrypt bytes with a key of 32 bytes, and publish them on a topic of the layout socket.
  case publishSealed(topic: [UInt8], [UInt8], key: [UInt8])
  /// Answer a peer of the input socket.
  case reply(to: Peer, [UInt8])
  /// Read content on a worker, and call `contentLoaded` with the same ticket.
  ///
  /// The ticket becomes the session's id; `close` follows if no session is created. The principal shares the readers with
  /// others.
  case load(ticket: UInt64, ContentSpec, for: Principal)
  /// Read a page of a stack on a worker, and call `pageLoaded` with the same ticket.
  ///
  /// While it searches a large text, call `searched` again and again.
  case loadPage(ticket: UInt64, session: UInt64, PageRequest)
  /// Run an operation on a worker, or apply content that was read again, and call `performed` with the outcome.
  indirect case perform(OperationRun)
  /// End the search of a `loadPage` action, whose result nobody waits for.
  case endSearch(ticket: UInt64)
  /// Read a session's content on a worker, restore its place, and call `restored` with the same ticket.
  indirect case restore(
    ticket: UInt64,
    session: UInt64,
    ContentSpec,
    place: NavigationState,
    version: UInt64
  )
  /// Read a session's content again on a worker, and call `reloaded` with the same ticket.
  case reload(ContentReload)
  /// Export what a session shows to a file on a worker, and call `exported` with the same key.
  ///
  /// Of a long file, the first bytes.
  indirect case export(ContentExporting)
  /// Write the next bytes of an export on a worker, and call `exported` with the same key.
  case exportMore(key: UInt64, session: UInt64)
  /// Forget an export that was not written completely.
  case endExport(key: UInt64)
  /// Answer a question about a session, such as for a snapshot, on a worker, and call `laidOut` with the same ticket.
  indirect case layOut(SnapshotQuery)
  /// Search for words on a worker, and call `found` with the same ticket.
  indirect case find(FindQuery)
  /// Make a picture as a terminal takes it on a worker, and call `pictureMade` with the same ticket.
  indirect case makePicture(ticket: UInt64, session: UInt64, PictureCopy, part: Int)
  /// Wrap long texts on a worker, and call `wrapped` with the same ticket.
  case wrap(ticket: UInt64, [LongText])
  /// Read the files of a session's content on a worker, as far as anybody has opened them, and call `collected` with the
  /// same ticket.
  case collect(ticket: UInt64, session: UInt64, ContentSpec)
  /// Receive or remove files of a bundle on a worker, and call `bundleStored` with the same ticket.
  case bundle(ticket: UInt64, BundleJob)
  /// Release the resources that were needed to read a session's content: it has ended, or was never created.
  case close(session: UInt64)
  /// Flush everything stored so far to the disk, on a worker, and call `synced` with the same ticket.
  case sync(ticket: UInt64)
  /// Log a line for the operator.
  case log(LogEntry)
}

/// A connection of the input socket: the envelope frames in front of the body, which are sent back with the reply.
package struct Peer: Hashable, Sendable {
  package var envelope: [[UInt8]]
  /// The process or the network address at the other end of the connection.
  package var principal: Principal

  package init(envelope: [[UInt8]], principal: Principal = .localUser) {
    self.envelope = envelope
    self.principal = principal
  }
}

/// Words that a client wants to find below what a session shows.
package struct FindQuery: Hashable, Sendable {
  package let ticket: UInt64
  package let session: UInt64
  package let client: ClientID
  package let scope: FindScope
  package let words: String
}
