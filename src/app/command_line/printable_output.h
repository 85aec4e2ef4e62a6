#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace freefloat {

/// @return `text` with control characters written out, such as `\x1b`: names in files, logs and arguments may
/// hold sequences that a terminal would obey. Line ends and tabulators stay.
/// @param keep_colours Leaves sequences that set colours (`ESC [ numbers m`) and erase the rest of a line
/// (`ESC [ K`), which the program itself writes.
std::string printable(std::string_view text, bool keep_colours = false);

/// While it lives, everything that the program writes to std::cout and std::cerr passes `printable`: the one
/// place, beside messages.h, where text of others meets the terminal.
class PrintableOutput {
 public:
  PrintableOutput();
  ~PrintableOutput();
  PrintableOutput(const PrintableOutput&) = delete;
  PrintableOutput& operator=(const PrintableOutput&) = delete;

 private:
  class Buffer : public std::streambuf {
   public:
    /// @param stream Is written through this buffer until it is destroyed. @param descriptor Of the same
    /// output.
    Buffer(std::ostream& stream, int descriptor);
    ~Buffer() override;

   private:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

    std::ostream& stream_;
    std::streambuf* to_;
    bool colours_;  // only a terminal gets them
  };

  Buffer out_;
  Buffer err_;
};

/// From now on a reader that goes away (`| head`, a closed terminal) does not end the program: what cannot be
/// printed is not printed, and a robot in motion is stopped in order.
void outlive_readers();

/// For the program's end: writes what is still to be written.
/// @return False when some of it was lost although somebody still reads, for example on a full disk. A reader
/// that went away has had enough: nothing is lost.
bool finish_standard_output();

}  // namespace freefloat
