/* heddle: memory=TRUE overflow=TRUE; engines: explore bounded */
/* A text in an array can be written, a literal is only read: the pointer leads to either. */
int main(int argc, char **argv)
{
    char own[] = "text", *text = argc > 2 ? "literal" : own;
    (void)argv;
    if (text == own)
        text[0] = 'T';
    return text[0];
}
