import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Signs in to a server from the command line: prints the address to open, then waits for the browser and for a typed
/// code at the same time.
struct LoginRun: Sendable {
  /// The reason that signing in ended without an account.
  enum Stop: Error, Hashable {
    case refused(ServerSignInError)
    /// Standard input has ended, and the browser cannot return either.
    case noCode
  }

  let servers: any SignInToServerUseCase
  /// nil if a browser would open where the user does not see it.
  let openLink: OpenLink?
  let clock: any WallClock
  /// Prints a message unchanged, without adding a line end.
  let printMessage: @Sendable (String) -> Void
  /// The lines that the user types.
  let lines: @Sendable () -> AsyncStream<String>

  /// - Parameter server: the server as typed by the user.
  func signIn(at server: String) async throws(Stop) -> Account {
    let signIn: ServerSignIn
    do throws(ServerSignInError) {
      signIn = try await servers.beginSignIn(at: server)
    } catch {
      throw .refused(error)
    }
    printInstructions(of: signIn)
    do throws(Stop) {
      return try await account(of: signIn)
    } catch {
      await servers.cancel(signIn)
      throw error
    }
  }

  private func printInstructions(of signIn: ServerSignIn) {
    if let redirect = signIn.redirect { printMessage(redirect.sentence + "\n") }
    printMessage(SignInScope.sentence + "\n")
    let isOpen = openLink.map { (try? $0(signIn.browserAddress ?? signIn.codeAddress)) != nil } ?? false
    if isOpen, signIn.browserAddress != nil {
      printMessage("Approve Tern in your browser. If nothing opened, open this address on any device:\n\n")
    } else {
      printMessage("Open this address in a browser on any device:\n\n")
    }
    printMessage("  \(signIn.codeAddress)\n\nPaste the code from that page here: ")
  }

  private func account(of signIn: ServerSignIn) async throws(Stop) -> Account {
    let result = await withTaskGroup(of: Result<Account, Stop>.self) { group in
      if signIn.browserAddress != nil { group.addTask { await browser(signIn) } }
      group.addTask { await code(signIn) }
      var last = Result<Account, Stop>.failure(.noCode)
      for await result in group {
        // After standard input has ended, the browser may still return.
        if last == .failure(.noCode) { last = result }
        if result != .failure(.noCode) { break }
      }
      group.cancelAll()
      return last
    }
    if case .failure = result, Task.isCancelled { throw .refused(.cancelled) }
    return try result.get()
  }

  private func browser(_ signIn: ServerSignIn) async -> Result<Account, Stop> {
    do throws(ServerSignInError) {
      let account = try await servers.finishInBrowser(signIn)
      printMessage("\n")
      return .success(account)
    } catch .cancelled {
      // The port was closed because a typed code was accepted; that task returns the result.
      return .failure(.noCode)
    } catch {
      printMessage("\n")
      return .failure(.refused(error))
    }
  }

  /// Reads codes until one is accepted; reports wrong ones.
  private func code(_ signIn: ServerSignIn) async -> Result<Account, Stop> {
    for await line in lines() {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(ServerSignInError) {
        return .success(try await servers.finishSignIn(signIn, code: line))
      } catch {
        guard case .wrongCode = error else { return .failure(.refused(error)) }
        printMessage(ServerSignInText.sentence(for: error, now: clock.now) + "\nCode: ")
      }
    }
    return .failure(.noCode)
  }
}

extension CommandFailure {
  init(_ stop: LoginRun.Stop, now: Date) {
    switch stop {
    case .noCode: self.init(.unavailable, "not signed in: no code on standard input")
    case .refused(let error): self.init(error, now: now)
    }
  }

  /// Uses the messages of the sign-in form.
  init(_ error: ServerSignInError, now: Date) {
    let status: Status =
      switch error {
      case .invalidServer: .usage
      case .notSupported, .noRegistration, .noConsentPage, .cancelled: .unavailable
      case .registrationExpired: .tryLater
      case .refused, .wrongCode, .wrongToken, .credentials: .notAllowed
      case .store(let error): CommandFailure(error).status
      case .unavailable(let error): CommandFailure(error).status
      }
    self.init(status, ServerSignInText.sentence(for: error, now: now))
  }
}
