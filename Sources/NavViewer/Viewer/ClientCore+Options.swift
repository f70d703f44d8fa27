package import NavBase
package import NavWire

extension ClientCore {
  /// The settings with which the viewer was started.
  package struct Options: Hashable, Sendable {
    package var session: String
    /// The content of the session if it does not exist yet.
    package var content: ContentSpec
    /// Whether the user named the content; a session that shows something else is then refused.
    package var isContentAsked: Bool
    /// Whether the session's name was derived from the content; if a session of that name shows something else, another
    /// name is tried.
    package var isNamedAfterContent: Bool
    /// The command with which others join.
    package var invitation: String
    /// The first pause without an answer after which operations are sent again.
    package var firstPause: Duration
    /// Whether only the end of each motion is shown, at once.
    package var reducedMotion: Bool
    /// The layout that the viewer shows.
    package var fit: ViewerFit
    /// The size of the layout, which is shown in the middle of the terminal; nil for that of the terminal.
    package var layout: CellSize?
    /// Whether it starts with the pages only, without status line and page dots.
    package var isBare: Bool
    /// The viewer's name; nil to send none.
    package let name: ViewerName?
    /// Whether the viewer only watches: it sends nothing that moves the session, and can't have control.
    package let isReadOnly: Bool
    /// The view with which it starts.
    package let view: ViewChoice
    /// The invitation that it shows; nil for none.
    package let credential: Credential?

    package init(
      session: String,
      content: ContentSpec,
      isContentAsked: Bool,
      isNamedAfterContent: Bool = false,
      invitation: String,
      firstPause: Duration = OperationQueue.firstPause,
      reducedMotion: Bool = false,
      fit: ViewerFit = .relayout,
      layout: CellSize? = nil,
      isBare: Bool = false,
      name: ViewerName? = nil,
      isReadOnly: Bool = false,
      view: ViewChoice = .shared,
      credential: Credential? = nil
    ) {
      self.session = session
      self.content = content
      self.isContentAsked = isContentAsked
      self.isNamedAfterContent = isNamedAfterContent
      self.invitation = invitation
      self.firstPause = firstPause
      self.reducedMotion = reducedMotion
      self.fit = fit
      self.layout = layout
      self.isBare = isBare
      self.name = name
      self.isReadOnly = isReadOnly
      self.view = view
      self.credential = credential
    }
  }
}
