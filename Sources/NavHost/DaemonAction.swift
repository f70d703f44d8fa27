package import NavModel
package import NavSession
package import NavWire

/// What the daemon's core asks its shell to do, in this order.
package enum DaemonAction: Hashable, Sendable {
  /// Publish bytes on a topic of the layout socket.
  case publish(topic: [UInt8], [UInt8])
  /// Answer a peer of the input socket.
  case reply(to: Peer, [UInt8])
  /// Read content on a worker, and call `contentLoaded` with the same ticket.
  ///
  /// The session that shows it will have the ticket as its id; `close` follows where there will be none.
  case load(ticket: UInt64, ContentDescription)
  /// Read a page of a stack on a worker, and call `pageLoaded` with the same ticket.
  case loadPage(ticket: UInt64, session: UInt64, PageRequest)
  /// Read a session's content on a worker, lead it to its place, and call `restored` with the same ticket.
  case restore(
    ticket: UInt64,
    session: UInt64,
    ContentDescription,
    place: NavigationPlace,
    version: UInt64
  )
  /// Read a session's content again on a worker, because it has changed, and call `reloaded` with the same ticket.
  case reload(ContentReload)
  /// Write what a session shows as a file on a worker, and call `exported` with the same key.
  case export(ContentExporting)
  /// Try a command on a copy of a session on a worker, and call `tried` with the same ticket.
  case attempt(SessionTrial)
  /// Look for something on a worker, and call `found` with the same ticket.
  case find(FindQuery)
  /// Wrap long texts on a worker, and call `wrapped` with the same ticket.
  case wrap(ticket: UInt64, [LongText])
  /// Let go of whatever was needed to read a session's content: it has ended, or was never made.
  case close(session: UInt64)
  /// Have everything that was stored up to now on the disk itself, on a worker, and call `synced` with the same
  /// ticket.
  case sync(ticket: UInt64)
  /// Tell the operator.
  case log(String)
}

/// A connection of the input socket: the frames in front of the body, to be sent back with the reply.
package struct Peer: Hashable, Sendable {
  package var envelope: [[UInt8]]

  package init(envelope: [[UInt8]]) {
    self.envelope = envelope
  }
}
