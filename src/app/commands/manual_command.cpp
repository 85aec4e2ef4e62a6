#include <iostream>
#include <memory>

#include "app/command_line/manual_page.h"
#include "app/commands/commands.h"
#include "runlog/build_identity.h"

namespace freefloat {

void add_manual_command(Program& program) {
  auto form = std::make_shared<std::string>("man");
  Command command =
      program.root().add_subcommand("manual", "Print the manual page, or what makes a shell complete");
  command.footer(
      "Example: freefloat manual | man -l -\n"
      "source <(freefloat manual --form bash) completes commands and options in this shell.");
  command.add_option("--form", *form, "for man, or for a shell")
      .one_of({"man", "bash", "zsh"})
      .show_default();
  command.on_run([form, &program] {
    const CommandDescription description = program.describe();
    std::cout << (*form == "bash" ? bash_completion(description)
                  : *form == "zsh"
                      ? zsh_completion(description)
                      : manual_page(description, "freefloat " + std::string(build_identity().version)));
    return true;
  });
}

}  // namespace freefloat
