/* heddle: memory=FALSE; engines: explore bounded */
/* A text in an array can be written, a literal cannot; the pointer leads to either. */
int main(int argc, char **argv)
{
    char own[] = "text", *text = argc > 2 ? "literal" : own;
    (void)argv;
    text[0] = 'T';
    return text[0];
}
