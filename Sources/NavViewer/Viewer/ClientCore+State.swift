package import NavScene

/// The state that the shell and tests read.
extension ClientCore {
  package var options: Options { attachment.options }
  package var connection: Connection { attachment.connection }
  package var hasJoinedOnce: Bool { attachment.hasJoinedOnce }
  package var replica: Replica? { following.replica }
  /// Limits the rate of a pan's moves.
  package var pans: PanPace { input.pans }

  /// Whether the viewer follows its stream.
  package var isLive: Bool { attachment.isLive }

  /// When the replica was last known to be up to date.
  package var freshAt: Duration { following.freshAt }

  /// The session version that the replica shows.
  package var shownVersion: UInt64 { following.shownVersion }

  /// Whether all operations are answered, their effects are in the replica, and the wanted view is shown.
  package var isCaughtUp: Bool {
    isLive && operations.oldest == nil && following.showsAcceptedVersion
      && !attachment.views.isChanging
  }

  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  package var isMouseOn: Bool { input.isMouseOn }

  /// The delay of the terminal; updated by the painter.
  package var paintDelay: PaintDelay {
    get { following.paintDelay }
    set { following.paintDelay = newValue }
  }

  /// Whether the user requested a complete redraw; reset by the painter.
  package var isRedrawWanted: Bool {
    get { input.isRedrawWanted }
    set { input.isRedrawWanted = newValue }
  }
}
